/** Texts of strangers made fit to be shown: what hides or reorders text is written out. */

/**
 * Controls but tab and line break, bidirectional marks, zero-width characters, letters that are drawn as nothing,
 * selectors but one that says how the emoji before it looks, language tags.
 */
export const HIDES =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]|(?<![#*0-9\u00a9\u00ae\u203c\u2049\u2100-\u27bf\u2900-\u297f\u2b00-\u2bff\u3030\u303d\u3297\u3299\u{1f000}-\u{1faff}])[\ufe0e\ufe0f]/gu;

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
