/** The order in which rules are weighed: by priority, and of the same priority by what they say; pure. */
import type { RuleTerms } from "../../backend/wire";

/** Of the rules that the buttons of a card make. */
const CARD = 100;
/** Apart by this much, so that one can be put between two. */
const APART = 10;

/** What decides between two rules of one priority, as the app has it: the smaller is looked at first. */
function natureOf({ action, conversation, tool, below, server }: RuleTerms): number[] {
  const length = new TextEncoder().encode(tool).length;
  return [action !== "deny", conversation === null, tool.includes("*"), below === null, server === null, -length, action === "allow"].map(Number);
}

/** Below 0 where the first is looked at before the second, were both of one priority. */
export function byNature(one: RuleTerms, other: RuleTerms): number {
  const [mine, theirs] = [natureOf(one), natureOf(other)];
  return mine.map((it, at) => it - (theirs[at] ?? 0)).find((it) => it !== 0) ?? 0;
}

/** Where a new rule stands among others: as by nature, and never before a rule that denies unless it denies itself. */
export function placeOf(terms: RuleTerms, others: RuleTerms[]): number {
  const from = terms.action === "deny" ? 0 : others.findLastIndex((it) => it.action === "deny") + 1;
  const at = others.slice(from).findIndex((it) => byNature(terms, it) < 0);
  return at < 0 ? others.length : from + at;
}

/**
 * Priorities by which these rules are weighed in this order, as few as do. Those among which a card's
 * rules come to lie are the last that deny something: no yes on a card is weighed before a no of this page.
 */
export function prioritised(terms: RuleTerms[]): RuleTerms[] {
  const runs: number[] = [];
  terms.forEach((it, at) => {
    const [before, run] = [terms[at - 1], runs[at - 1] ?? 0];
    runs.push(before && byNature(before, it) > 0 ? run + 1 : run);
  });
  const card = runs[terms.findLastIndex((it) => it.action === "deny")] ?? 0;
  return terms.map((it, at) => ({ ...it, priority: CARD + ((runs[at] ?? 0) - card) * APART }));
}
