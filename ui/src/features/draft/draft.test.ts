import { describe, expect, test } from "vitest";

import type { DraftView } from "../../backend/wire";
import { deskOf, sheetOn, step } from "./desk";
import { emptyForm, formOf, isTwice, mistakesIn, showsAs, toDraft } from "./form";
import { emptyMirror, mirrorOf, reflect } from "./mirror";
import { textsToTry } from "./pasted";

const stdio: DraftView = {
  title: "Thing", description: "What it does", startLimit: 30, callLimit: null,
  transport: { type: "stdio", command: "npx", args: ["-y", "", "a b"], env: { A: "1", T: "${secret:t}" }, cwd: "/srv" },
};
const http: DraftView = {
  title: "Web", description: "", startLimit: null, callLimit: null,
  transport: { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer ${secret:w}" } },
};

describe("form and JSON", () => {
  test.each([stdio, http])("a draft comes back from both unchanged", (draft) => {
    const form = formOf(draft);
    expect(toDraft(form)).toEqual(draft);
    const read = reflect(emptyMirror, { edit: "text", text: mirrorOf(form).text });
    expect(toDraft(read.form)).toEqual(draft);
  });

  test("an edit of the form is made in the JSON", () => {
    const now = reflect(emptyMirror, { edit: "form", change: { command: "uvx", args: ["thing"] } });
    expect(JSON.parse(now.text)).toEqual({ name: "", command: "uvx", args: ["thing"] });
  });

  test("comments and trailing commas are accepted, and the text stays as it was typed", () => {
    const text = '{\n  // mine\n  "command": "x",\n  "args": ["a",],\n}';
    const now = reflect(emptyMirror, { edit: "text", text });
    expect([now.broken, now.form.command, now.form.args, now.text]).toEqual([null, "x", ["a"], text]);
  });

  test("broken JSON names its line and column, and the form keeps what it had", () => {
    const before = mirrorOf(formOf(stdio));
    const now = reflect(before, { edit: "text", text: '{\n  "command" "x"\n}' });
    expect(now.broken).toEqual({ why: "syntax", code: "ColonExpected", place: { line: 2, column: 13 } });
    expect(now.form).toBe(before.form);
  });

  test("unknown keys are named, wrong kinds too, and what is no server is told", () => {
    const read = (value: unknown) => reflect(emptyMirror, { edit: "text", text: JSON.stringify(value) });
    expect(read({ command: "x", autoApprove: [] }).unknown).toEqual(["autoApprove"]);
    expect(read({ command: "x", args: "y" }).broken).toEqual({ why: "wrongType", key: "args" });
    expect(read({ mcpServers: {} }).broken).toEqual({ why: "notOneServer" });
    expect(read([]).broken).toEqual({ why: "notOneServer" });
  });

  test("the other kind's fields are not lost by a switch", () => {
    const there = reflect(mirrorOf(formOf(stdio)), { edit: "form", change: { kind: "http", url: "https://a.b" } });
    expect(there.form.command).toBe("npx");
    const back = reflect(there, { edit: "form", change: { kind: "stdio" } });
    expect(toDraft(back.form)).toEqual(stdio);
  });
});

describe("mistakes", () => {
  test("what is missing or no limit is named by its field", () => {
    expect(mistakesIn(emptyForm)).toEqual({ title: "required", command: "required" });
    expect(mistakesIn({ ...formOf(http), url: "nowhere" })).toEqual({ url: "badUrl" });
    expect(mistakesIn({ ...formOf(stdio), startLimit: "0", callLimit: "1.5" })).toEqual({
      startLimit: "badLimit", callLimit: "badLimit",
    });
    expect(mistakesIn({ ...formOf(http), url: "${MCP_URL}" })).toEqual({});
  });

  test("a name that is there twice is told", () => {
    const entries = [{ name: "A", value: "" }, { name: "A", value: "" }, { name: "", value: "" }, { name: "", value: "" }];
    expect(entries.map((_, at) => isTwice(entries, at))).toEqual([true, true, false, false]);
  });

  test("a secret is a reference or a button, never a field", () => {
    const as = (name: string, value: string) => showsAs({ name, value });
    expect(as("API_KEY", "")).toBe("secret");
    expect(as("API_KEY", "${secret:x}")).toBe("kept");
    expect(as("API_KEY", "${API_KEY}")).toBe("plain");
    expect(as("MODE", "fast")).toBe("plain");
  });
});

describe("what is pasted", () => {
  const empty = emptyMirror.text;
  const before = '{ "command": "x" }';

  test("replaces an untouched or wholly selected text", () => {
    expect(textsToTry({ text: "npx x", whole: `npx x${empty}`, before: empty, all: false })).toEqual(["npx x"]);
    expect(textsToTry({ text: "npx x", whole: "npx x", before, all: true })).toEqual(["npx x"]);
  });

  test("is read within the JSON where it fits there", () => {
    const whole = '{ "command": "npx" }';
    expect(textsToTry({ text: "np", whole, before, all: false })).toEqual([whole]);
  });

  test("as JSON is read alone first", () => {
    expect(textsToTry({ text: '{"mcpServers":{}}', whole: `{"mcpServers":{}}${before}`, before, all: false })).toEqual(['{"mcpServers":{}}']);
  });

  test("does not push out what was written where it fits nowhere", () => {
    expect(textsToTry({ text: "ghp_canary", whole: `ghp_canary${before}`, before, all: false })).toEqual([]);
  });
});

describe("the desk", () => {
  const proposal = (draft: DraftView) => ({ draft, name: draft.title.toLowerCase(), taken: false, notes: ["note"] });
  const two = deskOf({ proposals: [proposal(stdio), proposal(http)], notes: [] });

  test("several servers lie side by side, each with its own edits", () => {
    const edited = step(two, { move: "edit", edit: { edit: "form", change: { title: "Mine" } } });
    const away = step(edited, { move: "choose", at: 1 });
    expect(sheetOn(away).mirror.form.title).toBe("Web");
    expect(sheetOn(step(away, { move: "choose", at: 0 })).mirror.form.title).toBe("Mine");
  });

  test("after one is added the next one comes", () => {
    const next = step(two, { move: "added" });
    expect([next.at, next.sheets.map((it) => it.added)]).toEqual([1, [true, false]]);
    expect(step(next, { move: "added" }).sheets.every((it) => it.added)).toBe(true);
  });

  test("one more server takes the place of the draft in hand alone", () => {
    const now = step(two, { move: "read", reading: { proposals: [proposal(http)], notes: [] } });
    expect(now.sheets.map((it) => it.mirror.form.title)).toEqual(["Web", "Web"]);
  });

  test("a text without a server changes no draft", () => {
    expect(step(two, { move: "read", reading: { proposals: [], notes: ["x"] } }).sheets).toBe(two.sheets);
  });
});
