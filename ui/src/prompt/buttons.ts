/** The buttons under a question: which live, which have the default, what becomes of them while
 *  there is nothing to give. */
import { make, put } from "./elements";
import type { PromptButton } from "./wire";

export interface Buttons {
  all: HTMLButtonElement[];
  /** Puts to sleep, or wakes, those that must not be pressed unseen. */
  sleep: (asleep: boolean) => void;
  /** Follows whether the first field holds something. */
  follow: (given: boolean) => void;
  /** Whether a press of Enter in a field may press this one. */
  takesEnter: (place: number) => boolean;
}

export function drawButtons(given: PromptButton[], press: (place: number) => void): Buttons {
  const all = given.map((button, place) => drawButton(button, () => press(place)));
  let asleep = true;
  let filled = true;
  const settle = () => {
    given.forEach((button, place) => {
      const drawn = all[place];
      if (!drawn) return;
      const empty = filled ? null : button.whenEmpty;
      drawn.disabled = (asleep && button.dead) || empty?.empty === "dead";
      put(drawn, empty?.empty === "says" ? empty.label : button.label);
    });
  };
  settle();
  return {
    all,
    sleep: (now) => {
      asleep = now;
      settle();
    },
    follow: (now) => {
      filled = now;
      settle();
    },
    takesEnter: (place) => {
      const button = given[place];
      return button !== undefined && !button.deaf && (filled || button.whenEmpty === null) && all[place]?.disabled === false;
    },
  };
}

function drawButton({ main, deaf }: PromptButton, press: () => void): HTMLButtonElement {
  const button = make("button", { className: main ? "main" : "" });
  button.type = "button";
  button.addEventListener("click", press);
  button.addEventListener("keydown", (event) => {
    // Enter is pressed without looking.
    if (deaf && event.key === "Enter") event.preventDefault();
  });
  return button;
}
