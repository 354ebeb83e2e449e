/** What of a question sleeps until it has been seen for a while, by the rule of the toolkit's dialogs:
 *  some buttons whenever it comes to the front, and what is typed into until the person types no more,
 *  since what they type was meant for what was there before. Rust keeps the buttons dead as well. */

export interface Sleepers {
  /** Puts to sleep, or wakes, the buttons that must not be pressed unseen. */
  buttons: (asleep: boolean) => void;
  /** What is typed into. */
  fields: HTMLElement[];
  /** Gives the focus to what has it at first. */
  focus: () => void;
}

/** Begins asleep; wakes so many milliseconds after the question is seen or comes to the front. */
export function sleepAtFirst(dead: number, { buttons, fields, focus }: Sleepers): { seen: () => void } {
  const typedInto = fields.length > 0;
  /** Whether what is typed into sleeps as well. */
  let deep = typedInto;
  let visited = false;
  let woken = false;
  let held: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const set = (asleep: boolean) => {
    buttons(asleep);
    if (!asleep || deep) for (const field of fields) field.toggleAttribute("inert", asleep);
  };
  const wake = () => {
    timer = undefined;
    set(false);
    const fresh = deep || !woken;
    deep = false;
    woken = true;
    if (fresh) focus();
    // What slept with the focus on it has lost it.
    else if (held instanceof HTMLElement && document.activeElement === document.body) held.focus();
  };
  const fall = () => {
    if (timer === undefined) held = document.activeElement;
    else clearTimeout(timer);
    set(true);
    timer = setTimeout(wake, dead);
  };

  set(true);
  window.addEventListener("focus", () => {
    if (!visited) {
      visited = true;
      deep = typedInto;
    }
    fall();
  });
  document.addEventListener("keydown", (event) => {
    if (!deep || timer === undefined || event.key === "Escape") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    fall();
  }, true);
  return { seen: fall };
}
