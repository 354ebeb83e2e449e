import userEvent from "@testing-library/user-event";
import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { ask } from "./ask";
import type { AnswerPrompt, Prompt, PromptButton, PromptField, PromptHeard, PromptInput, PromptSaid } from "./wire";

afterEach(() => document.body.replaceChildren());

const label = (text: string) => ({ text, key: null });

function button(text: string, more: Partial<PromptButton> = {}): PromptButton {
  return { label: label(text), dead: false, deaf: false, main: false, whenEmpty: null, ...more };
}

function field(text: string, input: PromptInput, notes: string[] = []): PromptField {
  return { label: text, notes, input };
}

const line: PromptInput = { input: "line", start: "", kept: false, mask: "never", purpose: "text" };
const secret: PromptInput = { ...line, mask: "always" };

function prompt(more: Partial<Prompt> = {}): Prompt {
  return {
    ticket: "first", heading: "Server “ssh” asks", above: [], fields: [], below: [], lapses: null, remember: null, keychain: [],
    show: label("Show while pressed"), hide: label("Hide what I type"),
    buttons: [button("Cancel"), button("Decline"), button("Send", { main: true })],
    default: 2, dead: 0, width: 600, ...more,
  };
}

/** Shows a question until it is awake; what it says is kept, and answered by `reply`. */
async function show(shown: Prompt, reply: (said: PromptSaid) => PromptHeard = () => ({ heard: "taken" })) {
  const said: AnswerPrompt[] = [];
  ask(document.body, shown, (answer) => {
    said.push(answer);
    return Promise.resolve(answer.said.said === "drawn" ? { heard: "shown" } : reply(answer.said));
  });
  await waitFor(() => expect(document.querySelector("[inert]")).toBeNull());
  return { said: () => said.filter((it) => it.said.said !== "drawn"), all: said };
}

const person = userEvent.setup();
const typed = (text: string) => ({ entry: "typed", text });

test("texts of strangers are text, whatever stands in them", async () => {
  const sly = "<img src=x onerror=alert(1)> <b>bold</b>";
  await show(prompt({
    heading: sly,
    above: [{ piece: "quote", label: "The server says", text: sly }, { piece: "block", label: "The whole command", text: sly }],
    fields: [field(sly, line, [sly]), field("x", { input: "one", titles: [sly], none: null, open: false, start: null, spread: false })],
  }));
  expect(document.querySelector("img, b")).toBeNull();
  expect(screen.getByRole("heading").textContent).toBe(sly);
  expect(screen.getByRole("group", { name: "The server says" }).textContent).toBe(sly);
});

test("a secret is masked, shown while its button is held, sent once and forgotten", async () => {
  const { said } = await show(prompt({ fields: [field("Password", secret)], remember: { label: label("Remember in the keychain"), on: false } }));
  const input = screen.getByLabelText<HTMLInputElement>("Password");
  expect([input.type, document.activeElement === input]).toEqual(["password", true]);
  const shower = screen.getByRole("button", { name: "Show while pressed" });
  await person.type(input, "hunter2");
  await person.pointer({ keys: "[MouseLeft>]", target: shower });
  expect(input.type).toBe("text");
  await person.pointer({ keys: "[/MouseLeft]" });
  expect(input.type).toBe("password");
  shower.focus();
  await person.keyboard("{ >}");
  expect(input.type).toBe("text");
  await person.tab();
  expect(input.type).toBe("password");

  await person.click(screen.getByLabelText("Remember in the keychain"));
  await person.click(screen.getByRole("button", { name: "Send" }));
  await person.click(screen.getByRole("button", { name: "Send" }));
  const pressed = { said: "pressed", button: 2, entries: [typed("hunter2")], remember: true, masked: false };
  expect(said()).toEqual([{ ticket: "first", said: pressed }]);
  await waitFor(() => expect(input.value).toBe(""));
});

test("every kind of field says what stands in it, beginning with what it is given", async () => {
  const titles = ["a", "b"];
  const { said } = await show(prompt({ fields: [
    field("Name", { ...line, start: "Ada" }),
    field("News", { input: "tick", start: true }),
    field("Few", { input: "one", titles, none: "No answer", open: true, start: 1, spread: true }),
    field("More", { input: "one", titles, none: "Choose one", open: false, start: null, spread: false }),
    field("Days", { input: "many", titles, start: [1] }),
  ] }));
  const send = screen.getByRole("button", { name: "Send" });
  await person.click(send);
  const entries = [typed("Ada"), { entry: "flag", set: true }, { entry: "one", at: 1 }, { entry: "one", at: null }, { entry: "many", at: [1] }];
  expect(said()[0]?.said).toMatchObject({ entries });
});

test("what the person chooses is what is said", async () => {
  const titles = ["a", "b"];
  const { said } = await show(prompt({ fields: [
    field("News", { input: "tick", start: true }),
    field("Few", { input: "one", titles, none: "No answer", open: true, start: 1, spread: true }),
    field("More", { input: "one", titles, none: "Choose one", open: false, start: null, spread: false }),
    field("Days", { input: "many", titles, start: [1] }),
  ] }));
  await person.click(screen.getByLabelText("News"));
  await person.click(within(screen.getByRole("radiogroup", { name: "Few" })).getByLabelText("No answer"));
  await person.selectOptions(screen.getByLabelText("More"), "b");
  await person.click(within(screen.getByRole("group", { name: "Days" })).getByLabelText("a"));
  await person.click(screen.getByRole("button", { name: "Send" }));
  const entries = [{ entry: "flag", set: false }, { entry: "one", at: null }, { entry: "one", at: 1 }, { entry: "many", at: [0, 1] }];
  expect(said()[0]?.said).toMatchObject({ entries });
});

test("what is wrong is said at its field until it is changed, and needs a new ticket", async () => {
  let tries = 0;
  const words = "Enter a whole number.";
  const { said } = await show(
    prompt({ fields: [field("Name", line), field("Age", line, ["A whole number."])] }),
    () => (tries++ === 0 ? { heard: "again", ticket: "second", wrong: [{ place: 1, words }] } : { heard: "taken" }),
  );
  const [name, age] = [screen.getByLabelText("Name"), screen.getByLabelText<HTMLInputElement>("Age")];
  await person.type(name, "Ada{Enter}");
  await screen.findByText(words);
  expect(document.activeElement).toBe(age);
  expect(age.getAttribute("aria-invalid")).toBe("true");
  const described = age.getAttribute("aria-describedby")?.split(" ").map((it) => document.getElementById(it)?.textContent);
  expect(described).toEqual([`!${words}`, "A whole number."]);
  await person.type(age, "3");
  expect([screen.queryByText(words), age.getAttribute("aria-invalid")]).toEqual([null, null]);
  await person.type(age, "{Enter}");
  expect(said().map((it) => it.ticket)).toEqual(["first", "second"]);
});

test("a value that Steward holds is not here, and stays unless another is typed", async () => {
  const { said } = await show(prompt({ fields: [field("Password", { ...secret, kept: true })] }), () => ({ heard: "again", ticket: "next", wrong: [] }));
  const input = screen.getByLabelText<HTMLInputElement>("Password");
  expect([input.value, input.placeholder !== ""]).toEqual(["", true]);
  await person.click(screen.getByRole("button", { name: "Send" }));
  await person.type(input, "new{Enter}");
  expect(said().map((it) => it.said)).toMatchObject([{ entries: [{ entry: "kept" }] }, { entries: [typed("new")] }]);
});

test("what to know of the keychain stands beside what is hidden, with no tick where nothing is kept", async () => {
  const why = "What is hidden cannot be remembered: there is no keychain.";
  const { said } = await show(prompt({ fields: [field("Word", { ...line, mask: "off" })], keychain: [why] }));
  const note = screen.getByText(why).closest<HTMLElement>(".remember");
  expect(note?.hidden).toBe(true);
  await person.click(screen.getByLabelText("Hide what I type"));
  expect(note?.hidden).toBe(false);
  expect(screen.queryByLabelText("Remember in the keychain")).toBeNull();
  await person.click(screen.getByText("Send"));
  expect(said().at(-1)?.said).toMatchObject({ masked: true, remember: false });
});

test("a person may hide what they type, which is told and may be remembered", async () => {
  const { said } = await show(prompt({ fields: [field("Word", { ...line, mask: "off" })], remember: { label: label("Remember in the keychain"), on: false } }));
  const input = screen.getByLabelText<HTMLInputElement>("Word");
  const remember = screen.getByText("Remember in the keychain").closest<HTMLElement>(".remember");
  expect([input.type, remember?.hidden]).toEqual(["text", true]);
  await person.click(screen.getByLabelText("Hide what I type"));
  expect([input.type, remember?.hidden]).toEqual(["password", false]);
  await person.type(input, "x{Enter}");
  expect(said()[0]?.said).toMatchObject({ masked: true, remember: false });
});

test("what allows something is dead at first, has not the focus, and is deaf to Enter", async () => {
  const allows = { dead: true, deaf: true };
  const { said } = await show(prompt({ buttons: [button("Cancel"), button("Start", allows)], default: 0, dead: 50 }));
  const [cancel, start] = [screen.getByRole("button", { name: "Cancel" }), screen.getByRole<HTMLButtonElement>("button", { name: "Start" })];
  expect(start.disabled).toBe(true);
  await waitFor(() => expect(start.disabled).toBe(false));
  expect(document.activeElement).toBe(cancel);
  start.focus();
  await person.keyboard("{Enter}");
  expect(said()).toEqual([]);
  await person.keyboard(" ");
  expect(said()[0]?.said).toMatchObject({ said: "pressed", button: 1 });
});

test("an empty secret is not kept, and removed by its button alone", async () => {
  const keep = button("Save", { main: true, whenEmpty: { empty: "says", label: label("Remove the secret") } });
  const { said } = await show(prompt({ fields: [field("TOKEN", secret)], buttons: [button("Cancel"), keep], default: 1 }));
  const input = screen.getByLabelText("TOKEN");
  await person.type(input, "{Enter}");
  expect(said()).toEqual([]);
  await person.type(input, "x");
  expect(screen.queryByRole("button", { name: "Remove the secret" })).toBeNull();
  await person.clear(input);
  await person.click(screen.getByRole("button", { name: "Remove the secret" }));
  expect(said()[0]?.said).toMatchObject({ button: 1, entries: [typed("")] });
});

test("where nothing is to be removed, nothing can be kept either", async () => {
  const keep = button("Save", { whenEmpty: { empty: "dead" } });
  await show(prompt({ fields: [field("TOKEN", secret)], buttons: [button("Cancel"), keep], default: 1 }));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
});

test("Escape gives the question up, and nothing typed stays", async () => {
  const { said } = await show(prompt({ fields: [field("Password", secret)] }));
  const input = screen.getByLabelText<HTMLInputElement>("Password");
  await person.type(input, "hunter2{Escape}");
  expect([said(), input.value]).toEqual([[{ ticket: "first", said: { said: "closed" } }], ""]);
});

test("how long it waits is counted down", async () => {
  await show(prompt({ lapses: { words: "This closes in", left: 61_500 } }));
  expect(screen.getByText("This closes in 1:02")).toBeTruthy();
  await screen.findByText("This closes in 1:01", {}, { timeout: 3_000 });
});

test("what is held goes when it would be seen, and can be taken away", async () => {
  const held: PromptInput = { ...line, kept: true, mask: "on" };
  const first = await show(prompt({ fields: [field("Answer", held)], remember: { label: label("Remember"), on: true } }));
  await person.click(screen.getByLabelText("Hide what I type"));
  await person.click(screen.getByRole("button", { name: "Send" }));
  expect(first.said().map((it) => it.said)).toMatchObject([{ entries: [typed("")], masked: false }]);

  const second = await show(prompt({ fields: [field("Password", { ...secret, kept: true })] }));
  await person.click(screen.getByLabelText("Password"));
  await person.keyboard("{Backspace}");
  await person.click(screen.getByRole("button", { name: "Send" }));
  expect(second.said().map((it) => it.said)).toMatchObject([{ entries: [typed("")] }]);
});
