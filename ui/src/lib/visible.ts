/** Texts of strangers made fit to be shown: what hides or reorders text is written out. */
import { DRAWN, HIDDEN } from "./hidden";

const stretches = (all: readonly (readonly [number, number])[]) =>
  all.map((it) => it.map((code) => `\\u{${code.toString(16)}}`).join("-")).join("");

/** What hides or reorders text, but line breaks, and selectors that say how the sign before them looks. */
export const HIDES = new RegExp(`(?![\\n\\ufe0e\\ufe0f])[${stretches(HIDDEN)}]|(?<![${stretches(DRAWN)}])[\\ufe0e\\ufe0f]`, "gu");

/** `text` with such characters as escapes (`\x1b`, `\u{202e}`), so that what is seen is what is there. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(HIDES, (one) => escaped(one.codePointAt(0) ?? 0));
}

/** Whether there is anything in a text that nobody would see. */
export function hides(text: string): boolean {
  return visible(text) !== text.replace(/\r\n/g, "\n");
}

/** One such character as it is written out: `\x1b`, `\u{202e}`. */
export function escaped(code: number): string {
  return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
}
