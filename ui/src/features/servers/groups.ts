/** Which servers need the person, which run, which rest; and what a search leaves. */
import type { ServerRow } from "../../backend/wire";

export type Group = "needs" | "on" | "off";

export const GROUPS: readonly Group[] = ["needs", "on", "off"];

export function groupOf(server: ServerRow): Group {
  if (server.state.state === "failed") return "needs";
  return server.on || server.state.state !== "off" ? "on" : "off";
}

export interface Counts {
  all: number;
  on: number;
  ready: number;
  needs: number;
}

export function countsOf(servers: readonly ServerRow[]): Counts {
  return {
    all: servers.length,
    on: servers.filter((it) => it.on).length,
    ready: servers.filter((it) => it.state.state === "ready").length,
    needs: servers.filter((it) => groupOf(it) === "needs").length,
  };
}

/** The servers of each group, in the order of titles; groups without any are left out. */
export function grouped(servers: readonly ServerRow[], search: string) {
  const found = servers.filter((it) => matches(it, search)).sort(byTitle);
  return GROUPS.map((group) => ({ group, servers: found.filter((it) => groupOf(it) === group) }))
    .filter((it) => it.servers.length > 0);
}

/** Whether every word of the search is in what the row shows. */
function matches(server: ServerRow, search: string): boolean {
  const hay = `${server.title} ${server.name} ${server.description} ${server.line}`.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => hay.includes(word));
}

function byTitle(one: ServerRow, other: ServerRow): number {
  return one.title.localeCompare(other.title, undefined, { sensitivity: "base", numeric: true });
}
