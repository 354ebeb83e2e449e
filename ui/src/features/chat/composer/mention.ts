/** What a person begins to name while writing: `@` a resource, `/` a prompt; pure. */

export interface Mention {
  kind: "resource" | "prompt";
  /** Where the sign stands. */
  from: number;
  /** What follows it so far. */
  query: string;
}

/** The mention that the cursor is in. A prompt is named first in a message, a resource after any space. */
export function mentionAt(text: string, cursor: number): Mention | null {
  const before = text.slice(0, cursor);
  const found = /(?:^|\s)([@/])([^\s@]*)$/.exec(before);
  const query = found?.[2];
  if (!found || query === undefined) return null;
  const from = cursor - query.length - 1;
  if (found[1] === "@") return { kind: "resource", from, query };
  return text.slice(0, from).trim() === "" ? { kind: "prompt", from, query } : null;
}

/** The text without the mention, and where the cursor is then. */
export function without(text: string, mention: Mention, cursor: number): { text: string; cursor: number } {
  const rest = text.slice(0, mention.from) + text.slice(cursor).replace(/^ /, "");
  return { text: rest, cursor: mention.from };
}

/** Whether all words of a query are in a text, however they are written. */
export function fits(query: string, hay: string): boolean {
  const low = hay.toLowerCase();
  return query.toLowerCase().split(/\s+/).every((it) => low.includes(it));
}
