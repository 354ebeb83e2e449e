/** The tools of all servers as the rows of one list, as far as a search leaves them; pure. */
import type { ServerTools, SetAsideView, ToolView } from "../../backend/wire";

export type Row =
  | { row: "server"; server: ServerTools; shown: number }
  | { row: "tool"; server: ServerTools; tool: ToolView }
  | { row: "aside"; server: ServerTools; aside: SetAsideView };

/** A heading for each server that has something to show, then its tools, then what is set aside. */
export function rowsOf(all: readonly ServerTools[], search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: Row[] = [];
  for (const server of all) {
    const from = `${server.server} ${server.title}`;
    const tools = server.tools.filter((it) => holds(words, `${from} ${it.name} ${it.title ?? ""} ${it.description}`));
    const aside = server.setAside.filter((it) => holds(words, `${from} ${it.name} ${it.reason}`));
    if (tools.length === 0 && aside.length === 0) continue;
    rows.push({ row: "server", server, shown: tools.length });
    for (const tool of tools) rows.push({ row: "tool", server, tool });
    for (const one of aside) rows.push({ row: "aside", server, aside: one });
  }
  return rows;
}

export function countTools(all: readonly ServerTools[]): number {
  return all.reduce((sum, it) => sum + it.tools.length, 0);
}

function holds(words: readonly string[], hay: string): boolean {
  const low = hay.toLowerCase();
  return words.every((word) => low.includes(word));
}
