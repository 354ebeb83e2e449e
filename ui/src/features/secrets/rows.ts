/** The secrets under the headings of the page, and the rule for their names; pure, and knows no page. */
import type { SecretList, SecretRow } from "../../backend/wire";

export interface Groups {
  /** Referred to, or known by name, and without a value. */
  missing: SecretRow[];
  named: SecretRow[];
  /** Answers to servers' questions. */
  remembered: SecretRow[];
  /** What Steward looks after itself. */
  own: SecretRow[];
}

/** The rows that a search finds, each in its group. */
export function grouped(secrets: SecretRow[], search: string): Groups {
  const groups: Groups = { missing: [], named: [], remembered: [], own: [] };
  for (const row of secrets.filter((it) => matches(it, search))) groups[groupOf(row)].push(row);
  return groups;
}

function groupOf({ kind, place }: SecretRow): keyof Groups {
  if (kind === "remembered") return "remembered";
  if (kind !== "named") return "own";
  return place === "missing" ? "missing" : "named";
}

function matches(row: SecretRow, search: string): boolean {
  const of = row.remembered;
  const texts = [row.key, of?.title, of?.server, of?.field, ...row.usedBy.flatMap((it) => [it.title, it.server, it.field])];
  const whole = texts.join("\n").toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => whole.includes(word));
}

/** Whether a secret can have this name: `[A-Z][A-Z0-9_]*`, as the app has it. */
export function isName(text: string): boolean {
  return text.length <= 200 && /^[A-Z][A-Z0-9_]*$/.test(text);
}

/** The servers that refer to a secret, each once. */
export function usersOf({ usedBy }: SecretRow): { server: string; title: string }[] {
  return [...new Map(usedBy.map((it) => [it.server, { server: it.server, title: it.title }])).values()];
}

/** How many there are, for the head of the page. */
export function countsOf({ secrets }: SecretList) {
  const { missing, named, remembered } = grouped(secrets, "");
  return { missing: missing.length, named: named.length, remembered: remembered.length };
}
