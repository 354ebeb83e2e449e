/** A model's Markdown made ready to be drawn: what hides is written out, formulas stay text, kept files are seen; pure. */
import { visible } from "../../lib/visible";

/** Code is left alone: fenced, also when its end is still to come, and inline. */
const CODE = /(^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\2[^\n]*$|$(?![\s\S]))|`[^`\n]+`)/m;
const DISPLAY = /\$\$[\s\S]+?\$\$/g;
const INLINE = /(?<![\\$\w])\$(?=\S)[^$\n]*?[^\s$\\]\$(?![\d$])/g;
const BRACKETS = /\\([()[\]])/g;
/** A kept file that is named without a link around it. */
const BARE = /(?<![(\w<:])media:([0-9a-f]{64})\b/g;

export function sourceOf(text: string): string {
  const shown = visible(text);
  // The expression has two groups: every third piece is what it captured within.
  return shown.split(CODE).map((piece, at) => (at % 3 === 0 ? prose(piece) : at % 3 === 1 ? piece : "")).join("");
}

function prose(text: string): string {
  if (!/[$\\]|media:/.test(text)) return text;
  const plain = (formula: string) => formula.replace(/[\\*_~[\]]/g, (it) => `\\${it}`);
  return text
    .replace(BRACKETS, String.raw`\\$1`)
    .replace(DISPLAY, plain)
    .replace(INLINE, plain)
    .replace(BARE, "![media:$1](media:$1)");
}

/** The name of the kept file that an address means. */
export function mediaIn(address: string | undefined): string | null {
  return /^media:(?:\/\/)?([0-9a-f]{64})$/.exec(address ?? "")?.[1] ?? null;
}
