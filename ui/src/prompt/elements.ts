/** Makes the elements of the page. A text is only ever text: nothing in it is read as markup. */
import type { PromptLabel } from "./wire";

type Given<K extends keyof HTMLElementTagNameMap> = Partial<Pick<HTMLElementTagNameMap[K], "className" | "id" | "hidden">> & {
  text?: string;
  role?: string;
};

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  { text, role, ...given }: Given<K> = {},
  ...inside: Node[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  Object.assign(made, given);
  if (role) made.setAttribute("role", role);
  if (text !== undefined) made.textContent = text;
  made.append(...inside);
  return made;
}

/** Puts the words and the key of a label on something that can be pressed. */
export function put(on: HTMLElement, { text, key }: PromptLabel): void {
  on.textContent = text;
  on.accessKey = key ?? "";
}

/** A box or button of a choice, with its words, in one label. */
export function choice(type: "checkbox" | "radio", text: string): { whole: HTMLLabelElement; input: HTMLInputElement } {
  const input = make("input");
  input.type = type;
  return { whole: make("label", { className: "choice" }, input, make("span", { text })), input };
}
