/** What Tauri puts into its window, on top of HTTP: the same page runs in a plain browser. */
(() => {
  const callbacks = new Map();
  const listeners = new Map();
  let next = 1;

  const source = new EventSource("/events");
  // What happens before the stream stands is heard by nobody, so every command waits for it.
  const heard = new Promise((resolve) => {
    source.onopen = () => resolve();
  });
  source.onmessage = (message) => {
    const payload = JSON.parse(message.data);
    for (const [id, event] of [...listeners]) {
      if (event === "ui") callbacks.get(id)?.({ event, id, payload });
    }
  };

  const transformCallback = (callback, once = false) => {
    const id = next++;
    callbacks.set(id, (data) => {
      if (once) callbacks.delete(id);
      return callback?.(data);
    });
    return id;
  };

  const call = async ({ command, payload }) => {
    await heard;
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ command, payload });
    const response = await fetch("/call", { method: "POST", headers, body });
    const reply = response.ok || response.status === 422 ? await response.json() : undefined;
    if (response.ok) return reply;
    throw reply ?? `the bridge answered ${response.status}`;
  };

  const listen = async ({ event, handler }) => {
    await heard;
    listeners.set(handler, event);
    return handler;
  };

  const invoke = async (command, given) => {
    switch (command) {
      case "call":
        return call(given);
      case "plugin:event|listen":
        return listen(given);
      case "plugin:event|unlisten":
        listeners.delete(given.eventId);
        return null;
      default:
        throw `the bridge does not know ${command}`;
    }
  };

  const label = "main";
  window.__TAURI_INTERNALS__ = {
    invoke,
    transformCallback,
    unregisterCallback: (id) => callbacks.delete(id),
    runCallback: (id, data) => callbacks.get(id)?.(data),
    callbacks,
    metadata: { currentWindow: { label }, currentWebview: { windowLabel: label, label } },
  };
  window.__TAURI_EVENT_PLUGIN_INTERNALS__ = { unregisterListener: (_event, id) => callbacks.delete(id) };
  // As the window does (`freezePrototype`).
  Object.freeze(Object.prototype);
})();
