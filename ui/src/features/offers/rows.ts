/** What a server offers beside its tools as the rows of one list, as far as a search leaves them; pure. */
import type { PromptView, ResourceView, ServerPrompts, ServerResources, SetAsideView, TemplateView } from "../../backend/wire";
import type { Offer } from "../../lib/route";

export type Kind = Offer["kind"];

export type Row =
  | { row: "heading"; kind: Kind; shown: number }
  | { row: "prompt"; prompt: PromptView }
  | { row: "resource"; resource: ResourceView }
  | { row: "template"; template: TemplateView }
  | { row: "aside"; kind: Kind; aside: SetAsideView }
  /** What is odd about a list itself. */
  | { row: "odd"; kind: Kind; text: string };

/** A heading for each kind of which there is something to show, then what there is, then what is set aside. */
export function rowsOf(prompts: ServerPrompts | null, resources: ServerResources | null, search: string): Row[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (...texts: (string | null)[]) => {
    const hay = texts.join(" ").toLowerCase();
    return words.every((it) => hay.includes(it));
  };
  const group = (kind: Kind, found: Row[], from: { setAside: SetAsideView[]; odd: string[] } | null): Row[] => {
    const aside = (from?.setAside ?? []).filter((it) => fits(it.name, it.reason)).map((it): Row => ({ row: "aside", kind, aside: it }));
    const odd = words.length > 0 ? [] : (from?.odd ?? []).map((text): Row => ({ row: "odd", kind, text }));
    const all = [...odd, ...found, ...aside];
    return all.length > 0 ? [{ row: "heading", kind, shown: found.length }, ...all] : [];
  };
  const asked = (prompts?.prompts ?? []).filter((it) => fits(it.name, it.title, it.description));
  const read = (resources?.resources ?? []).filter((it) => fits(it.name, it.title, it.description, it.uri, it.mime));
  const made = (resources?.templates ?? []).filter((it) => fits(it.name, it.title, it.description, it.uriTemplate, it.mime));
  return [
    ...group("prompt", asked.map((prompt): Row => ({ row: "prompt", prompt })), prompts),
    ...group("resource", read.map((resource): Row => ({ row: "resource", resource })), resources),
    ...group("template", made.map((template): Row => ({ row: "template", template })), null),
  ];
}

/** What a row leads to; nothing for a heading or a note. */
export function offerOf(row: Row): Offer | null {
  if (row.row === "prompt") return { kind: "prompt", id: row.prompt.name };
  if (row.row === "resource") return { kind: "resource", id: row.resource.uri };
  return row.row === "template" ? { kind: "template", id: row.template.uriTemplate } : null;
}

/** What a stranger named or addressed twice is drawn twice: a row is named by its place among its like, too. */
export function keysOf(rows: readonly Row[]): Map<Row, string> {
  const times = new Map<string, number>();
  return new Map(rows.map((row) => {
    const key = `${row.row}/${"kind" in row ? row.kind : ""}/${offerOf(row)?.id ?? ("aside" in row ? row.aside.name : "")}`;
    const nth = times.get(key) ?? 0;
    times.set(key, nth + 1);
    return [row, `${key}/${nth}`];
  }));
}

export function countsOf(prompts: ServerPrompts | null, resources: ServerResources | null) {
  return { prompts: prompts?.prompts.length ?? 0, resources: resources?.resources.length ?? 0 };
}
