// Notes all that crosses between the page and the program, from now on: what the page says and is
// answered on the wire, and what any callback hears, which is how events come.
(() => {
  const internals = window.__TAURI_INTERNALS__;
  const spied = { said: [], answered: [], heard: [] };
  const asText = (body) =>
    typeof body === "string" || body == null ? (body ?? "") : new TextDecoder().decode(body);
  const fetched = window.fetch;
  window.fetch = async (input, init) => {
    spied.said.push(String(input), asText(init?.body), JSON.stringify([...new Headers(init?.headers)]));
    const reply = await fetched(input, init);
    spied.answered.push(await reply.clone().text());
    return reply;
  };
  const callbacks = internals.callbacks;
  callbacks.get = (id) => {
    const hear = Map.prototype.get.call(callbacks, id);
    return hear && ((data) => {
      const isEvent = typeof data === "object" && data !== null && "event" in data && "id" in data;
      (isEvent ? spied.heard : spied.answered).push(JSON.stringify(data) ?? "");
      return hear(data);
    });
  };
  window.spied = spied;
})();
