/** How a pasted text is to be read: alone, or with the text that it was pasted into; pure. */
import { parseTree, type ParseError } from "jsonc-parser";

import type { Pasted } from "../../components/CodeEditor";
import { emptyMirror } from "./mirror";

/**
 * The texts to try, in order. A text is only taken for a command line where it replaces all:
 * else a fragment that fits nowhere, such as a token, would push out what was written.
 */
export function textsToTry({ text, whole, before, all }: Pasted): string[] {
  if (all || before.trim() === emptyMirror.text) return [text];
  const fits = isJson(whole) ? [whole] : [];
  return /^\s*(\{|```)/.test(text) ? [text, ...fits] : fits;
}

function isJson(text: string): boolean {
  const errors: ParseError[] = [];
  return parseTree(text, errors, { allowTrailingComma: true })?.type === "object" && errors.length === 0;
}
