/** What every kind of input can do, whatever it is drawn with. */
import type { PromptEntry } from "./wire";

export interface Input {
  /** All of it. */
  whole: HTMLElement;
  /** What takes the focus, and is described for a screen reader. */
  first: HTMLElement;
  /** How the field's label is tied to it; one that bears the label itself has no other. */
  named: "for" | "group" | "itself";
  read: () => PromptEntry;
  /** Takes what was typed away. */
  empty: () => void;
}

/** Told whether a line is hidden, and whether the person did that, at first and at each change. */
export type Masked = (hidden: boolean, byHand: boolean) => void;
