/** Fields that are chosen from: a box, one of several, any of several. */
import { choice, make } from "./elements";
import type { Input } from "./input";
import type { PromptInput } from "./wire";

/** More choices than this scroll. */
const MANY = 8;

type Of<K extends PromptInput["input"]> = Extract<PromptInput, { input: K }>;

/** A box that bears the field's label. */
export function drawTick({ start }: Of<"tick">, label: string): Input {
  const { whole, input } = choice("checkbox", label);
  input.checked = start;
  return { whole, first: input, named: "itself", read: () => ({ entry: "flag", set: input.checked }), empty: () => undefined };
}

/** All seen at once where they are few, in a list to open where they are many. */
export function drawOne(given: Of<"one">, id: string): Input {
  return given.spread ? drawSpread(given, id) : drawList(given);
}

function drawSpread({ titles, none, open, start }: Of<"one">, id: string): Input {
  const options = titles.map((title) => choice("radio", title));
  const unset = open && none !== null ? [choice("radio", none)] : [];
  const all = [...options, ...unset];
  for (const { input } of all) input.name = id;
  const set = start === null ? unset[0] : options[start];
  if (set) set.input.checked = true;
  const whole = make("div", { className: "choices" }, ...all.map((it) => it.whole));
  const at = () => options.findIndex((it) => it.input.checked);
  return {
    whole,
    first: (set ?? options[0])?.input ?? whole,
    named: "group",
    read: () => ({ entry: "one", at: at() < 0 ? null : at() }),
    empty: () => undefined,
  };
}

function drawList({ titles, none, start }: Of<"one">): Input {
  const options = titles.map((title, at) => option(title, String(at)));
  const whole = make("select", { className: "line" }, ...(none === null ? [] : [option(none, "")]), ...options);
  whole.value = start === null ? "" : String(start);
  return {
    whole,
    first: whole,
    named: "for",
    read: () => ({ entry: "one", at: whole.value === "" ? null : Number(whole.value) }),
    empty: () => undefined,
  };
}

function option(text: string, value: string): HTMLOptionElement {
  const made = make("option", { text });
  made.value = value;
  return made;
}

export function drawMany({ titles, start }: Of<"many">): Input {
  const options = titles.map((title) => choice("checkbox", title));
  for (const at of start) {
    const ticked = options[at];
    if (ticked) ticked.input.checked = true;
  }
  const whole = make("div", { className: "choices" }, ...options.map((it) => it.whole));
  if (titles.length > MANY) whole.classList.add("long");
  const at = () => options.flatMap(({ input }, place) => (input.checked ? [place] : []));
  return {
    whole,
    first: options[0]?.input ?? whole,
    named: "group",
    read: () => ({ entry: "many", at: at() }),
    empty: () => undefined,
  };
}
