/** What was said last as a line of the list: its words without the marks of Markdown; pure. */

/** A picture, or a link: what it says, without where it leads. */
const LINK = /!?\[([^\]\n]*)\](?:\([^()\s]*(?:\s[^()\n]*)?\)?|\[[^\]\n]*\])/g;
/** The marks that begin a line, or a line that is nothing else. */
const BEGINS = /(^|\n)[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|(?:```|~~~)[^\n]*(?=\n|$)|[-*_]{3,}[ \t]*(?=\n|$))/g;
/** Marks around words; an underscore within a word, or a star between numbers, is none. */
const AROUND = /(\*\*|__|~~|`+|(?<![\w*])[*_])(?![\s*_])(\S|\S[\s\S]*?\S)\1(?![\w*])/g;

export function glimpseOf(text: string): string {
  const plain = text.replace(LINK, "$1").replace(BEGINS, "$1");
  // Marks stand within marks, two deep as a rule.
  return plain.replace(AROUND, "$2").replace(AROUND, "$2").trim();
}
