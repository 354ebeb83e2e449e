/** Where in a text something is: lines and columns, counted from 1. */

export interface Place {
  line: number;
  column: number;
}

/** The place of an offset. Columns count characters, not code units. */
export function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return {
    line: before.split("\n").length,
    column: Array.from(before.slice(start)).length + 1,
  };
}

/** The offset of a place, as near as the text allows. */
export function offsetOf(text: string, place: Place): number {
  const lines = text.split("\n");
  const line = Math.min(Math.max(1, place.line), lines.length);
  const start = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
  const within = Array.from(lines[line - 1] ?? "").slice(0, Math.max(0, place.column - 1));
  return start + within.join("").length;
}
