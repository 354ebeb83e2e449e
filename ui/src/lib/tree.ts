/** A JSON value as the rows of a tree: what is open, what a search leaves, and the path of each; pure. */
import { visible } from "./visible";

export type Step = string | number;

export type TreeRow =
  | { row: "value"; id: string; steps: readonly Step[]; value: unknown; entries: number | null; open: boolean }
  /** Stands for entries that are not drawn yet. */
  | { row: "more"; id: string; steps: readonly Step[]; left: number };

export interface TreeView {
  /** Which rows the person opened or closed, by id. */
  toggled: ReadonlyMap<string, boolean>;
  /** How many entries are drawn of a long one, by id. */
  drawn: ReadonlyMap<string, number>;
  search: string;
}

/** How many entries of one list or object are drawn at first, and with each "more". */
export const ENTRIES_AT_ONCE = 200;

/** What is nested deeper is not gone into: no person could follow, and each level costs more. */
const DEEPEST = 100;

/** Longer lists below the top start closed. */
const LONG_LIST = 100;

/** The rows to draw, from top to bottom. The value itself is no row. */
export function treeRows(value: unknown, view: TreeView): TreeRow[] {
  const found = view.search ? matchesIn(value, view.search) : null;
  const rows: TreeRow[] = [];
  // A stack rather than recursion: how deep a stranger nests is not ours to say.
  const left: Waiting[] = [{ steps: [], value, whole: found === null }];
  for (let next = left.pop(); next; next = left.pop()) {
    if ("more" in next) {
      rows.push({ row: "more", id: `${idOf(next.steps)}+`, steps: next.steps, left: next.more });
      continue;
    }
    const { steps, value: here } = next;
    const id = idOf(steps);
    const inner = entriesOf(here, steps.length);
    const open = inner !== null && (steps.length === 0 || (view.toggled.get(id) ?? opens(steps, here, found?.above.has(id))));
    if (steps.length > 0) rows.push({ row: "value", id, steps, value: here, entries: inner?.length ?? null, open });
    if (!open) continue;
    const whole = next.whole || (found?.hits.has(id) ?? false);
    left.push(...waiting(steps, inner ?? [], whole, found, view.drawn.get(id) ?? ENTRIES_AT_ONCE).reverse());
  }
  return rows;
}

type Waiting = { steps: readonly Step[]; value: unknown; whole: boolean } | { steps: readonly Step[]; more: number };

/** The entries to go on with, as far as the search leaves them and as many as are drawn. */
function waiting(steps: readonly Step[], inner: Entry[], whole: boolean, found: Found | null, most: number): Waiting[] {
  const kept = inner
    .map(([step, value]) => ({ steps: [...steps, step], value, whole }))
    .filter((it) => whole || found === null || found.hits.has(idOf(it.steps)) || found.above.has(idOf(it.steps)));
  const more = kept.length - most;
  return more > 0 ? [...kept.slice(0, most), { steps, more }] : kept;
}

/** Two levels are open at first; in a search, whatever leads to a match. */
function opens(steps: readonly Step[], value: unknown, leads: boolean | undefined): boolean {
  if (leads !== undefined) return leads;
  return steps.length < (Array.isArray(value) && value.length > LONG_LIST ? 1 : 2);
}

interface Found {
  /** The rows that hold the text themselves. */
  hits: Set<string>;
  /** The rows that lead to them. */
  above: Set<string>;
}

/** Which rows hold a text, in any case: in their name, or in their value as it is shown. */
export function matchesIn(value: unknown, search: string): Found {
  const needle = search.toLowerCase();
  const found: Found = { hits: new Set(), above: new Set() };
  const left: { steps: readonly Step[]; value: unknown }[] = [{ steps: [], value }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { steps, value: here } = next;
    const inner = entriesOf(here, steps.length);
    const last = steps.at(-1);
    const words = `${typeof last === "string" ? nameText(last) : ""}\n${inner === null ? valueText(here) : ""}`;
    if (steps.length > 0 && words.toLowerCase().includes(needle)) {
      found.hits.add(idOf(steps));
      for (let up = steps.length - 1; up > 0; up -= 1) {
        const id = idOf(steps.slice(0, up));
        if (found.above.has(id)) break;
        found.above.add(id);
      }
    }
    for (const [step, it] of inner ?? []) left.push({ steps: [...steps, step], value: it });
  }
  return found;
}

type Entry = [Step, unknown];

function entriesOf(value: unknown, depth: number): Entry[] | null {
  if (depth >= DEEPEST) return null;
  if (Array.isArray(value)) return value.map((it, at) => [at, it]);
  return typeof value === "object" && value !== null ? Object.entries(value) : null;
}

export function idOf(steps: readonly Step[]): string {
  return JSON.stringify(steps);
}

/** A name as it is shown: in quotes only where it is no plain word. */
export function nameText(name: string): string {
  return visible(PLAIN.test(name) ? name : JSON.stringify(name));
}

/** A value that holds no other as it is shown: as in JSON, with what hides written out. */
export function valueText(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[ … ]" : "{ … }";
  return visible(typeof value === "string" ? JSON.stringify(value) : String(value));
}

const PLAIN = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
const DOTTED = /^[A-Za-z_$][\w$]*$/;

/** The path as programs take it: `$.result[0]["unit price"]`. */
export function pathText(steps: readonly Step[]): string {
  const part = (step: Step) => (typeof step === "string" && DOTTED.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`);
  return `$${steps.map(part).join("")}`;
}
