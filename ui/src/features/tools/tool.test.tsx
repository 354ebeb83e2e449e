import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { expect, test, vi } from "vitest";

import { fakeBackend, refusal } from "../../../tests/support/backend";
import { open, question } from "../../../tests/support/questions";
import { kept, outcome, structuredOf, textBlock, tool, toolsOf } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import type { OutcomeView, QuestionView, UiEvent } from "../../backend/wire";
import { indent } from "../../lib/json";
import { ToolPage } from "./ToolPage";
import ToolsPage from "./ToolsPage";

vi.mock("../../lib/json", { spy: true });

const greet = tool("greet", {
  title: "Greet someone",
  inputSchema: { type: "object", properties: { name: { type: "string", minLength: 2 }, loud: { type: "boolean" } }, required: ["name"] },
});
const plain = tool("plain");
const page = (one = plain, ready = true) => <ToolPage from={toolsOf("demo", [one], { ready })} tool={one} />;
const run = async () => userEvent.click(await screen.findByRole("button", { name: "Run" }));
/** The name that the page chose for a call. */
const nameOf = (call: unknown) => (typeof call === "object" && call && "call" in call ? String(call.call) : "");
const answering = (more: Partial<OutcomeView>) => fakeBackend({ call_tool: () => outcome(more) });

/** A page that is left and come back to. */
function Coming({ children }: { children: ReactNode }) {
  const [there, setThere] = useState(true);
  return <><button onClick={() => setThere(!there)}>Come and go</button>{there && children}</>;
}

test("the form makes the arguments, and its faults are told at their field before anything is sent", async () => {
  const backend = answering({ blocks: [textBlock("Hello")] });
  show(backend, page(greet));
  const name = await screen.findByRole("textbox", { name: /name/ }, { timeout: 8000 });
  await userEvent.type(name, "A");
  await run();
  expect(await screen.findByText("Needs at least 2 characters.")).toBeTruthy();
  expect(backend.said("call_tool")).toEqual([]);
  await userEvent.type(name, "da{Control>}{Enter}{/Control}");
  expect(await screen.findByText("Hello")).toBeTruthy();
  expect(backend.said("call_tool")).toMatchObject([{ server: "demo", tool: "greet", arguments: { name: "Ada" } }]);
});

/** HOST-26 */
test("markup in a result is text", async () => {
  show(answering({ blocks: [textBlock("<img src=x onerror=alert(1)> **bold**")] }), page());
  await run();
  expect((await screen.findByTestId("text-part")).textContent).toBe("<img src=x onerror=alert(1)> **bold**");
  expect(screen.queryByRole("img")).toBeNull();
});

/** HOST-27 */
test("a result that does not match its schema is marked with the path, and still shown", async () => {
  show(answering({ structured: structuredOf({ n: "one" }), misfits: ['`n` is not of type "integer"'] }), page());
  await run();
  expect(await screen.findByText("Does not match its schema")).toBeTruthy();
  expect(screen.getByText("n", { selector: "code" })).toBeTruthy();
  expect(screen.getByRole("tree")).toBeTruthy();
});

test("a long result says where all of it is, and how much is in the file alone", async () => {
  const blocks = [textBlock("the beginning…", { size: 3_400_000, cut: true })];
  show(answering({ blocks, raw: null, whole: kept("text/plain", { size: 3_400_000 }), leftOut: 2 }), page());
  await run();
  const whole = await screen.findByTestId("whole");
  expect(whole.textContent).toContain("All of it, 3.4 MB, is in the file below. 2 pieces are in the file alone.");
  expect(whole.textContent).toContain("/data/media/ab.bin");
  expect(screen.getByText("This is the beginning. The whole has 3.4 MB.")).toBeTruthy();
});

test("what is left out is told also where no file has it", async () => {
  const odd = ["the whole result is not kept as a file: No space left on device"];
  show(answering({ blocks: [textBlock("the first")], raw: null, leftOut: 100, odd }), page());
  await run();
  expect(await screen.findByText("100 pieces are not shown: this is too long, and no file has them.")).toBeTruthy();
  expect(screen.queryByTestId("whole")).toBeNull();
});

/** HOST-34 */
test("what models call a tool is shown at it", () => {
  show(answering({}), page());
  expect(screen.getByText("mcp__a__plain")).toBeTruthy();
});

/** HOST-31 */
test("a link is its whole address as text, and nothing that can be followed", async () => {
  show(answering({ blocks: [{ type: "link", uri: "javascript:alert(1)", name: "Click", mime: null }] }), page());
  await run();
  const part = await screen.findByTestId("link-part");
  expect(part.textContent).toContain("javascript:alert(1)");
  expect(part.querySelector("a, img, iframe")).toBeNull();
});

test("a list of like objects is a table, with a switch to JSON", async () => {
  const structured = { result: [{ item: "Pen", price: 2 }, { item: "Ink", price: 3 }] };
  show(answering({ structured: structuredOf(structured) }), page());
  await run();
  expect(await screen.findByRole("columnheader", { name: "price" })).toBeTruthy();
  expect(screen.getAllByRole("row")).toHaveLength(3);
  await userEvent.click(screen.getByRole("radio", { name: "JSON" }));
  expect(await screen.findByRole("tree")).toBeTruthy();
});

test("a reply is laid out only for whoever looks at it, and each call begins with its result", async () => {
  vi.mocked(indent).mockClear();
  show(answering({ blocks: [textBlock("Hello")], raw: '{"content":[1]}' }), page());
  await run();
  await screen.findByText("Hello");
  expect(indent).not.toHaveBeenCalled();
  await userEvent.click(screen.getByText("As it came"));
  expect(indent).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole("button", { name: "Run again" }));
  // The same reply, but of another call.
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>("radio", { name: "Result" }).checked).toBe(true));
  expect(screen.getByText("Hello")).toBeTruthy();
});

/** HOST-28 */
test("a tool that says it failed is marked, and its words are shown", async () => {
  show(answering({ isError: true, blocks: [textBlock("no such city")] }), page());
  await run();
  expect(await screen.findByText("The tool says that it failed")).toBeTruthy();
  expect(screen.getByText("no such city")).toBeTruthy();
});

test("a running call shows how far it is, and can be cancelled", async () => {
  let end: (reason: unknown) => void = () => undefined;
  const backend = fakeBackend({
    call_tool: () => new Promise<never>((_, reject) => { end = reject; }),
    cancel_call: () => { end(refusal("cancelled", "the call was stopped")); return null; },
  });
  const shown = show(backend, page());
  await run();
  const name = nameOf(backend.said("call_tool")[0]);
  const progress = (more: object): UiEvent => ({ event: "callProgressed", call: name, done: 1, total: null, message: "fetching", ...more });
  await shown.happen(progress({}));
  expect((await screen.findByText(/1 done/)).textContent).toContain("fetching");
  expect(screen.queryByRole("progressbar")).toBeNull();
  await shown.happen(progress({ done: 2, total: 4 }));
  expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("50");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Cancelled")).toBeTruthy();
  expect(backend.said("cancel_call")).toEqual([{ call: name }]);
});

test("a call that waits for the person says so, and brings its question to them", async () => {
  const waits = { waiting: new Array<QuestionView>() };
  const backend = fakeBackend({
    call_tool: () => new Promise<never>(() => undefined),
    list_inbox: () => ({ waiting: [...waits.waiting], approvals: [], settled: [] }),
    raise_question: () => null,
  });
  const shown = show(backend, page());
  await run();
  const call = nameOf(backend.said("call_tool")[0]);
  waits.waiting.push(question(1, { calls: [{ tool: "t", call: "another" }] }), question(2, { calls: [{ tool: "t", call }], standing: open }));
  await shown.happen({ event: "inboxChanged", waiting: 2 });
  expect(await screen.findByText("Server “SSH” is asking you for something")).toBeTruthy();
  expect(screen.queryByText("Running")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show dialog" }));
  expect(backend.said("raise_question")).toEqual([{ id: 2 }]);
  waits.waiting.pop();
  await shown.happen({ event: "inboxChanged", waiting: 1 });
  expect(await screen.findByText("Running")).toBeTruthy();
});

test("whoever runs and cancels by keyboard is at the button that runs it again", async () => {
  let end: (reason: unknown) => void = () => undefined;
  const backend = fakeBackend({
    call_tool: () => new Promise<never>((_, reject) => { end = reject; }),
    cancel_call: () => { end(refusal("cancelled", "the call was stopped")); return null; },
  });
  show(backend, page());
  const button = await screen.findByRole("button", { name: "Run" });
  while (document.activeElement !== button) await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("Running");
  await userEvent.keyboard("{Enter}");
  expect(backend.said("call_tool")).toHaveLength(1);
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("Cancelled");
  expect(document.activeElement?.textContent).toBe("Run again");
});

test("arguments that the app refuses are marked at their field", async () => {
  const refused = refusal("bad_arguments", "`name` is not a city", { field: "name" });
  show(fakeBackend({ call_tool: () => { throw refused; } }), page(greet));
  await userEvent.type(await screen.findByRole("textbox", { name: /name/ }), "Ada");
  await run();
  await waitFor(() => expect(screen.getByRole("textbox", { name: /name/ }).getAttribute("aria-invalid")).toBe("true"));
});

test("tools that could not be read are told, and read again when asked for", async () => {
  const answers = [() => { throw refusal("storage", "the database is locked"); }, () => []];
  show(fakeBackend({ list_tools: () => answers.shift()?.() ?? [] }), <ToolsPage server={null} tool={null} />);
  expect((await screen.findByRole("alert")).textContent).toContain("The tools could not be readThe database is locked.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No tools yet")).toBeTruthy();
});

test("a server that is not ready runs nothing", async () => {
  show(fakeBackend({}), page(plain, false));
  expect((await screen.findByRole("button", { name: "Run" })).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("link", { name: "Open demo" })).toBeTruthy();
});

test("what was filled in is there again when one comes back, but no secret", async () => {
  const properties = { name: { type: "string" }, token: { type: "string" } };
  const secret = tool("secret", { inputSchema: { type: "object", properties } });
  const backend = answering({ blocks: [textBlock("Hello")] });
  const shown = show(backend, <Coming>{page(secret)}</Coming>);
  const field = (name: RegExp) => screen.findByRole<HTMLInputElement>("textbox", { name });
  await userEvent.type(await field(/name/), "Ada");
  await userEvent.type(await field(/token/), "canary");
  await run();
  expect(backend.said("call_tool")).toMatchObject([{ arguments: { name: "Ada", token: "canary" } }]);
  await userEvent.type(await field(/name/), " L");
  await userEvent.click(screen.getByRole("button", { name: "Come and go" }));
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(JSON.stringify(shown.client.getQueryCache().getAll().map((it) => it.state.data))).not.toContain("canary");
  await userEvent.click(screen.getByRole("button", { name: "Come and go" }));
  expect([(await field(/name/)).value, (await field(/token/)).value]).toEqual(["Ada L", ""]);
});

test("the last result is there again when one comes back, with its arguments", async () => {
  const backend = answering({ blocks: [textBlock("Hello")] });
  const shown = show(backend, page(greet));
  await userEvent.type(await screen.findByRole("textbox", { name: /name/ }), "Ada");
  await run();
  await screen.findByText("Hello");
  shown.unmount();
  expect(shown.client.getQueryData(["runs"])).toMatchObject({ "demo\ngreet": { arguments: { name: "Ada" }, now: { state: "done" } } });
});
