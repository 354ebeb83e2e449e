/** One field: its label, its input, what is said of it, and what is wrong with it. */
import { drawMany, drawOne, drawTick } from "./choices";
import { make } from "./elements";
import type { Input, Masked } from "./input";
import { drawLine } from "./line";
import { sign } from "./pieces";
import type { Prompt, PromptEntry, PromptField } from "./wire";

export interface Field {
  whole: HTMLElement;
  /** What takes the focus. */
  first: HTMLElement;
  read: () => PromptEntry;
  /** Takes what was typed away. */
  empty: () => void;
  /** Says what is wrong until the person changes something. */
  judge: (wrong: string | undefined) => void;
}

export function drawField(field: PromptField, place: number, prompt: Prompt, masked: Masked): Field {
  const id = `field${place}`;
  const input = drawInput(field, id, prompt, masked);
  const notes = field.notes.map((text, at) => make("p", { className: "small note-of", id: `${id}note${at}`, text }));
  const whole = make("div", { className: "field" });
  const said = notes.map((it) => it.id);
  const describe = (ids: string[]) => input.first.setAttribute("aria-describedby", ids.join(" "));
  describe(said);
  if (input.named === "itself") whole.append(input.whole, ...notes);
  else whole.append(nameOf(field.label, id, input), ...notes, input.whole);

  let wrong: HTMLElement | undefined;
  const judge = (words: string | undefined) => {
    wrong?.remove();
    wrong = undefined;
    describe(said);
    input.first.removeAttribute("aria-invalid");
    if (words === undefined) return;
    wrong = make("p", { className: "wrong", id: `${id}wrong`, role: "alert" }, sign(), make("span", { text: words }));
    // Right under the input.
    input.whole.after(wrong);
    describe([wrong.id, ...said]);
    input.first.setAttribute("aria-invalid", "true");
  };
  whole.addEventListener("input", () => judge(undefined));
  return { whole, first: input.first, read: input.read, empty: input.empty, judge };
}

function drawInput({ label, input }: PromptField, id: string, prompt: Prompt, masked: Masked): Input {
  switch (input.input) {
    case "line":
      return drawLine(input, prompt, masked);
    case "tick":
      return drawTick(input, label);
    case "one":
      return drawOne(input, id);
    case "many":
      return drawMany(input);
  }
}

/** The label above an input, which is that of a group where there are several to press. */
function nameOf(text: string, id: string, input: Input): HTMLElement {
  if (input.named === "for") {
    input.first.id = id;
    const label = make("label", { className: "name", text });
    label.htmlFor = id;
    return label;
  }
  const name = make("p", { className: "name", id: `${id}name`, text });
  input.whole.setAttribute("role", input.whole.querySelector("[type=radio]") ? "radiogroup" : "group");
  input.whole.setAttribute("aria-labelledby", name.id);
  return name;
}
