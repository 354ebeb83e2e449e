/** A line to type into: seen, hidden, or hidden if the person wants it. */
import { choice, make, put } from "./elements";
import type { Input, Masked } from "./input";
import type { Prompt, PromptInput } from "./wire";

/** Stands where Steward holds a value that this page does not get. */
const HELD = "••••••••";

type Line = Extract<PromptInput, { input: "line" }>;

export function drawLine(given: Line, { show, hide }: Prompt, masked: Masked): Input {
  const line = make("input", { className: "line" });
  line.value = given.start;
  line.autocomplete = "off";
  line.spellcheck = false;
  line.setAttribute("autocapitalize", "off");
  line.inputMode = given.purpose;
  let kept = given.kept;
  if (kept) line.placeholder = HELD;
  /** From now on what stands here counts, even if that is nothing. */
  const letGo = () => {
    kept = false;
    line.placeholder = "";
  };
  line.addEventListener("input", letGo);
  line.addEventListener("keydown", (event) => {
    // There is nothing here that these could take away but what is held.
    if (kept && (event.key === "Backspace" || event.key === "Delete")) {
      letGo();
      line.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  const shower = drawShower(line, show);
  const whole = make("div", {}, make("div", { className: "row" }, line, shower));

  const byHand = given.mask === "off" || given.mask === "on";
  const set = (hidden: boolean) => {
    line.type = hidden ? "password" : "text";
    shower.hidden = !hidden;
    if (given.mask !== "never") masked(hidden, hidden && byHand);
  };
  set(given.mask === "on" || given.mask === "always");
  if (byHand) {
    const { whole: box, input: tick } = choice("checkbox", "");
    if (box.lastElementChild instanceof HTMLElement) put(box.lastElementChild, hide);
    tick.accessKey = hide.key ?? "";
    tick.checked = given.mask === "on";
    tick.addEventListener("change", () => {
      // What was hidden when it was kept is sent from no field that is seen.
      if (!tick.checked && kept) letGo();
      set(tick.checked);
    });
    whole.append(box);
  }
  return {
    whole,
    first: line,
    named: "for",
    read: () => (kept && line.value === "" ? { entry: "kept" } : { entry: "typed", text: line.value }),
    empty: () => {
      line.value = "";
    },
  };
}

/** A button that shows what was typed for as long as it is held, by mouse or by the space bar, and
 *  at most as long as it has the focus. */
function drawShower(line: HTMLInputElement, label: Prompt["show"]): HTMLButtonElement {
  const button = make("button");
  button.type = "button";
  put(button, label);
  const see = (seen: boolean) => {
    if (!button.hidden) line.type = seen ? "text" : "password";
  };
  button.addEventListener("pointerdown", () => see(true));
  for (const end of ["pointerup", "pointercancel", "pointerleave", "blur", "keyup"]) {
    button.addEventListener(end, () => see(false));
  }
  button.addEventListener("keydown", (event) => {
    if (event.key === " ") see(true);
  });
  // The window may lose the keyboard while the button is held.
  window.addEventListener("blur", () => see(false));
  return button;
}
