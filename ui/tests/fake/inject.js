/* What Tauri puts into its window, on top of HTTP: the same page runs in a plain browser. */
(() => {
  const callbacks = new Map();
  let next = 1;
  const transformCallback = (callback) => {
    const id = next++;
    callbacks.set(id, callback);
    return id;
  };
  const call = async (body) => {
    const response = await fetch("/call", { method: "POST", body: JSON.stringify(body) });
    const reply = await response.json();
    if (!response.ok) throw reply;
    return reply;
  };
  const listen = ({ event, handler }) =>
    new Promise((resolve) => {
      const source = new EventSource("/events");
      source.onopen = () => resolve(handler);
      source.onmessage = (message) => callbacks.get(handler)?.({ event, id: handler, payload: JSON.parse(message.data) });
    });
  const invoke = async (command, args) => {
    if (command === "call") return call(args);
    if (command === "plugin:event|listen") return listen(args);
    if (command === "plugin:event|unlisten") return null;
    throw new Error(`the bridge does not know ${command}`);
  };
  window.__TAURI_INTERNALS__ = { invoke, transformCallback, unregisterCallback: (id) => callbacks.delete(id), metadata: { currentWindow: { label: "main" }, currentWebview: { label: "main" } } };
  window.__TAURI_EVENT_PLUGIN_INTERNALS__ = { unregisterListener: () => {} };
  // As the shell does.
  Object.freeze(Object.prototype);
})();
