/** How the editor draws: the page's colours, for light and dark alike, and what hides written out. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView, highlightSpecialChars } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { escaped, HIDES } from "../lib/visible";

const box = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--s-quiet)", color: "inherit", borderRadius: "8px" },
  "&.cm-focused": { outline: "2px solid var(--mantine-color-anchor)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--mantine-font-family-monospace)", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--mantine-color-dimmed)", border: "none" },
  ".cm-content": { caretColor: "currentColor" },
  ".cm-cursor": { borderLeftColor: "currentColor" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--s-mark)" },
  ".cm-panels": { backgroundColor: "var(--s-hover)", color: "inherit" },
  ".cm-selectionMatch": { backgroundColor: "var(--s-mark)" },
  ".cm-hiddenChar": { color: "var(--s-attention)" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--s-hover)", border: "1px solid var(--s-line)", color: "inherit" },
});

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--mantine-color-anchor)" },
  { tag: tags.string, color: "var(--s-ready)" },
  { tag: tags.number, color: "var(--s-working)" },
  { tag: [tags.bool, tags.null], color: "var(--s-attention)" },
  { tag: tags.comment, color: "var(--mantine-color-dimmed)" },
]);

export const look = [box, syntaxHighlighting(colours)];

/** What hides or reorders text is drawn as its escape; the text itself stays as it is. */
export const hidden = highlightSpecialChars({ specialChars: new RegExp(HIDES), render: drawn });

function drawn(code: number): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "cm-hiddenChar";
  mark.textContent = escaped(code);
  return mark;
}
