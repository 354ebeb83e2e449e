/** Draws the texts of a question. */
import { make } from "./elements";
import type { PromptPiece } from "./wire";

/** More letters than this get a box of their own that scrolls. */
const LONG = 800;

export function drawPiece(piece: PromptPiece): HTMLElement {
  switch (piece.piece) {
    case "quote":
      return labelled("quote", piece.label, piece.text);
    case "block":
      return labelled("block", piece.label, piece.text);
    case "note":
      return make("p", { className: "note" }, sign(), make("span", { text: piece.text }));
    case "strong":
      return make("p", { className: "strong", text: piece.text });
    case "line":
      return make("p", { text: piece.text });
    case "small":
      return make("p", { className: "small", text: piece.text });
  }
}

/** A text under a line that says what it is. One that is long can be scrolled by keyboard too. */
function labelled(className: string, label: string, text: string): HTMLElement {
  const name = make("p", { className: "small", text: label });
  const body = make("div", { className, text, role: "group" });
  body.setAttribute("aria-label", label);
  if (text.length > LONG || text.split("\n").length > 10) {
    body.classList.add("long");
    body.tabIndex = 0;
  }
  return make("div", {}, name, body);
}

/** A state never stands by its colour alone. */
export function sign(): HTMLElement {
  const sign = make("span", { className: "sign", text: "!" });
  sign.setAttribute("aria-hidden", "true");
  return sign;
}
