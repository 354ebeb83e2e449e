/** The question in the window: draws it, says what is pressed, and shows what comes back. */
import { drawButtons } from "./buttons";
import { choice, make, put } from "./elements";
import { drawField } from "./field";
import { drawLapse } from "./lapse";
import { drawPiece } from "./pieces";
import type { Answer } from "./shell";
import { sleepAtFirst } from "./wary";
import type { Prompt, PromptSaid, PromptTick, PromptWrong } from "./wire";

export function ask(into: HTMLElement, prompt: Prompt, answer: Answer): void {
  let ticket = prompt.ticket;
  let busy = false;
  let byHand = false;
  const remember = drawRemember(prompt.remember, prompt.keychain);
  const fields = prompt.fields.map((field, place) =>
    drawField(field, place, prompt, (hidden, hand) => {
      remember.whole.hidden = !hidden;
      byHand = hand;
    }),
  );
  const buttons = drawButtons(prompt.buttons, (place) => void press(place));
  const head = make("header", {}, make("h1", { id: "heading", text: prompt.heading }));
  const column = make("div", { className: "column" },
    ...prompt.above.map(drawPiece), ...fields.map((it) => it.whole), ...prompt.below.map(drawPiece));
  const foot = make("footer", {}, ...drawLapse(prompt.lapses), remember.whole, make("div", { className: "buttons" }, ...buttons.all));
  const whole = make("main", { className: "question", role: "dialog" }, head, make("div", { className: "scroll" }, column), foot);
  whole.setAttribute("aria-labelledby", "heading");

  const say = (said: PromptSaid) => answer({ ticket, said });
  const height = () => head.offsetHeight + column.offsetHeight + foot.offsetHeight;
  const fit = () => say({ said: "drawn", height: Math.ceil(height()) });
  const follow = () => {
    const first = whole.querySelector<HTMLInputElement>(".field input.line");
    buttons.follow(first === null || first.value !== "" || first.placeholder !== "");
  };

  async function press(place: number): Promise<void> {
    if (busy) return;
    busy = true;
    const entries = fields.map((it) => it.read());
    const kept = !remember.whole.hidden && remember.input !== null && remember.input.checked;
    const heard = await say({ said: "pressed", button: place, entries, remember: kept, masked: byHand }).catch(() => null);
    if (heard?.heard === "again") {
      busy = false;
      ticket = heard.ticket;
      judge(heard.wrong);
      void fit();
    } else {
      leave();
    }
  }

  function judge(wrong: PromptWrong[]): void {
    fields.forEach((field, place) => field.judge(wrong.find((it) => it.place === place)?.words));
    const first = fields.find((_, place) => wrong.some((it) => it.place === place));
    first?.first.focus();
    first?.whole.scrollIntoView({ block: "nearest" });
  }

  /** Nothing that was typed stays while the window goes. */
  function leave(): void {
    busy = true;
    for (const field of fields) field.empty();
  }

  function close(): void {
    if (busy) return;
    void say({ said: "closed" }).catch(() => null);
    leave();
  }

  function keyed(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const on = event.target;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && !(on instanceof HTMLButtonElement || on instanceof HTMLSelectElement)) {
      event.preventDefault();
      if (buttons.takesEnter(prompt.default)) void press(prompt.default);
    }
  }

  into.replaceChildren(whole);
  document.addEventListener("keydown", keyed);
  // A menu that loads the page again would take away what was typed.
  document.addEventListener("contextmenu", (event) => event.preventDefault());
  whole.addEventListener("input", follow);
  whole.addEventListener("change", () => void fit());
  follow();
  const sleep = sleepAtFirst(prompt.dead, {
    buttons: buttons.sleep,
    fields: fields.map((it) => it.whole),
    focus: () => (fields[0]?.first ?? buttons.all[prompt.default])?.focus(),
  });
  // The window is not there yet: it gets this width, and what it shows takes this height then.
  whole.style.width = `${prompt.width}px`;
  const shown = fit();
  whole.style.width = "";
  void shown.then(() => {
    if (!busy) void fit();
    sleep.seen();
    if (fields.length === 0) buttons.all[prompt.default]?.focus();
  });
}

/** The tick, where there is one, and what to know of the keychain. */
function drawRemember(tick: PromptTick | null, keychain: string[]): { whole: HTMLElement; input: HTMLInputElement | null } {
  const notes = keychain.map((text) => make("p", { className: "small", text }));
  const drawn = tick && choice("checkbox", "");
  if (drawn && drawn.whole.lastElementChild instanceof HTMLElement) {
    put(drawn.whole.lastElementChild, tick.label);
    drawn.whole.lastElementChild.accessKey = "";
    drawn.input.accessKey = tick.label.key ?? "";
    drawn.input.checked = tick.on;
  }
  const whole = make("div", { className: "remember", hidden: true }, ...(drawn ? [drawn.whole] : []), ...notes);
  return { whole, input: drawn?.input ?? null };
}
