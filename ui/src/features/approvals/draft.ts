/** The rules as they would be once they are saved: added, changed, moved and taken out, with what that amounts to; pure. */
import type { RuleAction, RuleTerms, RuleView } from "../../backend/wire";
import { placeOf, prioritised } from "./order";

export interface Row {
  /** Names the row while it lies here; what is saved gets a name of the app's. */
  key: number;
  terms: RuleTerms;
  /** As it is kept; nothing for a new one. */
  kept: RuleView | null;
  /** Whether it is to go. */
  gone: boolean;
}

export interface Draft {
  /** The rules that it began with. */
  base: RuleView[];
  rows: Row[];
}

export function draftOf(base: RuleView[]): Draft {
  return { base, rows: base.map((kept) => ({ key: kept.id, terms: kept.terms, kept, gone: false })) };
}

/** With one more, where it belongs. */
export function withNew(draft: Draft, terms: RuleTerms): Draft {
  const key = Math.min(0, ...draft.rows.map((it) => it.key)) - 1;
  const at = placeOf(terms, draft.rows.map((it) => it.terms));
  return { ...draft, rows: draft.rows.toSpliced(at, 0, { key, terms, kept: null, gone: false }) };
}

export function withTerms(draft: Draft, key: number, terms: RuleTerms): Draft {
  return changed(draft, [key], (row) => ({ ...row, terms }));
}

export function withAction(draft: Draft, keys: readonly number[], action: RuleAction): Draft {
  return changed(draft, keys, (row) => ({ ...row, terms: { ...row.terms, action } }));
}

/** Marks some to go, or to stay after all; what was never kept goes at once. */
export function withGone(draft: Draft, keys: readonly number[], gone: boolean): Draft {
  const after = changed(draft, keys, (row) => ({ ...row, gone }));
  return { ...after, rows: after.rows.filter((it) => !it.gone || it.kept !== null) };
}

/** With one a step up or down; at the end it stays. */
export function moved(draft: Draft, key: number, step: -1 | 1): Draft {
  const at = draft.rows.findIndex((it) => it.key === key);
  const [row, other] = [draft.rows[at], draft.rows[at + step]];
  if (!row || !other) return draft;
  const rows = [...draft.rows];
  rows[at] = other;
  rows[at + step] = row;
  return { ...draft, rows };
}

function changed(draft: Draft, keys: readonly number[], how: (row: Row) => Row): Draft {
  return { ...draft, rows: draft.rows.map((it) => (keys.includes(it.key) ? how(it) : it)) };
}

/** What is saved: what stays, in its order. */
export function termsOf({ rows }: Draft): RuleTerms[] {
  return prioritised(rows.filter((it) => !it.gone).map((it) => it.terms));
}

export type Mark = "new" | "changed" | "gone" | null;

export function markOf({ kept, gone, terms }: Row): Mark {
  if (!kept) return "new";
  if (gone) return "gone";
  return same(kept.terms, terms) ? null : "changed";
}

/** Whether two rules say the same, wherever they stand. */
function same(one: RuleTerms, other: RuleTerms): boolean {
  const plain = (it: RuleTerms) => [it.server, it.registration, it.tool, it.below, it.action, it.digest, it.conversation, it.expires, it.note];
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

export interface Changes {
  added: number;
  changed: number;
  removed: number;
  reordered: boolean;
}

/** What saving would change; nothing where it would change nothing. */
export function changesOf(draft: Draft): Changes | null {
  const marks = draft.rows.map(markOf);
  const count = (mark: Mark) => marks.filter((it) => it === mark).length;
  const kept = draft.rows.filter((it) => it.kept).map((it) => it.key);
  const reordered = draft.base.some((it, at) => it.id !== kept[at]);
  const [added, edited, removed] = [count("new"), count("changed"), count("gone")];
  if (added + edited + removed === 0 && !reordered) return null;
  return { added, changed: edited, removed, reordered };
}

/** Whether the rules are others by now than those that a draft began with. */
export function overtaken({ base }: Draft, now: RuleView[]): boolean {
  return JSON.stringify(base) !== JSON.stringify(now);
}
