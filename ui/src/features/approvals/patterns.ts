/** What a rule's pattern of tools says and fits, and which rule keeps which from ever being heard; pure. */
import type { RuleTerms } from "../../backend/wire";
import type { Row } from "./draft";

export type Pattern = "all" | "one" | "some";

/** Whether a pattern is every tool, one by its name, or those of a kind. */
export function kindOf(tool: string): Pattern {
  if (/^\*+$/.test(tool)) return "all";
  return tool.includes("*") ? "some" : "one";
}

/** Whether a pattern fits a tool's name; `*` stands for any run of characters. */
export function fits(pattern: string, name: string): boolean {
  const parts = pattern.split("*");
  const [first = "", ...rest] = parts;
  if (rest.length === 0) return pattern === name;
  const last = rest.pop() ?? "";
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Whether a rule decides on every call on which another would. */
function covers(one: RuleTerms, other: RuleTerms): boolean {
  const always = one.below === null && one.conversation === null && one.expires === null && one.digest === null;
  // A star of the other's is only met by a star: it fits as the letter that no name has.
  return always && (one.server === null || (one.server === other.server && one.registration === other.registration)) && fits(one.tool, other.tool);
}

/** The place of the rule before a row that keeps it from ever being heard, counted from one; 0 for none. */
export function silencedBy(rows: Row[], at: number): number {
  const row = rows[at];
  if (!row || row.gone) return 0;
  return rows.slice(0, at).findIndex((it) => !it.gone && it.kept?.stale !== true && it.kept?.removed !== true && covers(it.terms, row.terms)) + 1;
}

/** Whether a rule lets everything of a server run, or everything there is. */
export function isSweeping({ action, tool, below, expires, conversation }: RuleTerms): boolean {
  return action === "allow" && kindOf(tool) === "all" && below === null && expires === null && conversation === null;
}

/** Whether a folder is given from the root on. */
export function isWhole(path: string): boolean {
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(path);
}
