/** Texts of strangers made fit to be shown: what hides or reorders text is written out. */

/** Controls but tab and line break, bidirectional marks, zero-width characters, language tags. */
const HIDES =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** `text` with such characters as escapes (`\x1b`, `\u{202e}`), so that what is seen is what is there. */
export function visible(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(HIDES, (one) => {
    const code = one.codePointAt(0) ?? 0;
    return code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}
