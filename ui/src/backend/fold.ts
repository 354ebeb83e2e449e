/** What an event makes of what the page has read already; pure, and knows no query cache. */
import { unreachable } from "../lib/unreachable";
import { isAbout } from "./concerns";
import type { ServerList, ServerRow, ServerTools, UiEvent } from "./wire";

/** The server list after an event. */
export function foldServers(list: ServerList, event: UiEvent): ServerList {
  if (!isAbout(event, "servers")) return list;
  switch (event.event) {
    case "serverChanged":
      return withServer(list, event.server);
    case "serverRemoved":
      return { servers: list.servers.filter((it) => it.name !== event.server) };
    default:
      return unreachable(event);
  }
}

/** Whether an event tells of a server that may refer to other secrets now, or is called otherwise. */
export function refersAnew(list: ServerList | undefined, event: UiEvent): boolean {
  if (event.event === "serverRemoved") return true;
  if (event.event !== "serverChanged") return false;
  const { name, title, transport } = event.server;
  const known = list?.servers.find((it) => it.name === name);
  return !known || known.title !== title || JSON.stringify(known.transport) !== JSON.stringify(transport);
}

/** Whether an event tells of another run of a server, or that it runs no more: what it lists is another. */
export function runsAnew(list: ServerList | undefined, event: UiEvent): boolean {
  if (event.event !== "serverChanged") return false;
  const { name, state } = event.server;
  const known = list?.servers.find((it) => it.name === name)?.state;
  const since = (it: typeof state | undefined) => (it?.state === "ready" ? it.since : null);
  return since(known) !== since(state);
}

/** The list with this row in its place, in the order of names. */
export function withServer(list: ServerList, row: ServerRow): ServerList {
  if (list.servers.some((it) => it.name === row.name)) {
    return { servers: list.servers.map((it) => (it.name === row.name ? row : it)) };
  }
  const servers = [...list.servers, row].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { servers };
}

/** The tools after an event, as far as it tells: whether they can be called, and who is gone. */
export function foldTools(all: ServerTools[], event: UiEvent): ServerTools[] {
  if (!isAbout(event, "servers")) return all;
  switch (event.event) {
    case "serverChanged": {
      const { name, title } = event.server;
      const ready = event.server.state.state === "ready";
      const told = all.find((it) => it.server === name);
      if (!told || (told.ready === ready && told.title === title)) return all;
      return all.map((it) => (it === told ? { ...told, ready, title } : it));
    }
    case "serverRemoved":
      return all.filter((it) => it.server !== event.server);
    default:
      return unreachable(event);
  }
}

/** The tools of all servers after those of some were read anew. */
export function withTools(all: ServerTools[], some: ServerTools[]): ServerTools[] {
  const kept = all.filter((it) => !some.some((one) => one.server === it.server));
  return [...kept, ...some].sort((a, b) => (a.server < b.server ? -1 : 1));
}
