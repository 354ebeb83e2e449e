/** What of a server's suggestions is offered under a field; pure. */
import type { Suggestions } from "../backend/wire";

/** Longer ones, and more of them, help nobody. */
const LONGEST = 500;
const MOST = 100;

/**
 * Of what was found for another text, what holds the one that is typed now: nothing else may be chosen by a quick key.
 */
export function stillFitting(found: Suggestions | null, typed: string): Suggestions | null {
  const low = typed.toLowerCase();
  return found && { values: found.values.filter((it) => it.toLowerCase().includes(low)), total: null, more: false };
}

/** Each value once; none where the only one is there already. Where there are more, words for that above them. */
export function offered(found: Suggestions | null, typed: string, words: (shown: number, total: number | null) => string) {
  const all = [...new Set(found?.values ?? [])].filter((it) => it !== "" && it.length <= LONGEST);
  if (all.length === 1 && all[0] === typed) return { values: [], group: null };
  const values = all.slice(0, MOST);
  const more = found !== null && values.length > 0 && (found.more || all.length > MOST || (found.total ?? 0) > values.length);
  return { values, group: more ? words(values.length, found.total) : null };
}
