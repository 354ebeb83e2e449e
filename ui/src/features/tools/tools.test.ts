import type { RJSFSchema } from "@rjsf/utils";
import { describe, expect, test } from "vitest";

import { kept, outcome, structuredOf, textBlock, tool, toolsOf } from "../../../tests/support/rows";
import { words } from "../../lib/words";
import { hasForm, pruned, readArguments, takesNothing } from "../../components/toolform/arguments";
import { partsOf } from "../../components/parts/outcome";
import { rowsOf } from "./rows";
import { shownSchema } from "../../components/toolform/shownSchema";
import { makeValidator } from "../../components/toolform/validator";

describe("arguments", () => {
  test("JSON is read strictly, and its fault has a place", () => {
    expect(readArguments('{"a":1}')).toEqual({ read: "good", value: { a: 1 } });
    expect(readArguments("  ")).toEqual({ read: "good", value: {} });
    expect(readArguments("[1]")).toEqual({ read: "notObject" });
    expect(readArguments('{\n  "a": }')).toEqual({ read: "broken", place: { line: 2, column: 8 } });
  });

  test("JSON that would not be sent as it stands is refused at its place", () => {
    expect(readArguments('{"a": [1,\n 9007199254740993]}')).toEqual({
      read: "inexact", place: { line: 2, column: 2 }, number: "9007199254740993", becomes: "9007199254740992",
    });
    expect(readArguments('{"a": {"b": 1, "c": 2,\n"b": 3}}')).toEqual({ read: "twice", place: { line: 2, column: 1 }, name: "b" });
    expect(readArguments('{"a": 0.1, "b": {"a": 1e3}}').read).toBe("good");
  });

  test("what nobody filled in is not sent", () => {
    const value = { a: undefined, b: {}, c: { d: undefined }, e: "", f: [], g: { h: 0 } };
    expect(pruned(value, ["b"])).toEqual({ b: {}, e: "", f: [], g: { h: 0 } });
  });

  test("a form is made of what can be drawn", () => {
    expect(hasForm({ type: "object", properties: { a: { $ref: "#/$defs/x" } } })).toBe(true);
    expect(hasForm({ type: "object", properties: { a: { $ref: "https://example.com/x.json" } } })).toBe(false);
    expect(hasForm({ type: "array" })).toBe(false);
    expect(hasForm("nonsense")).toBe(false);
    const properties = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`p${n}`, { type: "string" }]));
    expect(hasForm({ type: "object", properties })).toBe(false);
  });

  test("a tool without arguments is told from one that takes any", () => {
    expect(takesNothing({ type: "object" })).toBe(true);
    expect(takesNothing({ type: "object", properties: {}, additionalProperties: false })).toBe(true);
    expect(takesNothing({ type: "object", additionalProperties: true })).toBe(false);
    expect(takesNothing({ type: "object", oneOf: [] })).toBe(false);
  });
});

describe("the validator", () => {
  const validator = makeValidator(words.getFixedT("en", "tools"));
  const schema: RJSFSchema = {
    type: "object", required: ["city"],
    properties: {
      city: { type: "string", minLength: 2 }, n: { type: "integer", maximum: 5 },
      at: { type: "object", properties: { "a.b": { type: "number" } } }, unit: { enum: ["c", "f"] },
    },
  };
  const found = (value: unknown) =>
    validator.validateFormData(value, schema).errors.map((it) => [it.property, it.message]);

  test("says in our words what does not fit, at its field", () => {
    expect(found({})).toEqual([[".city", "This is needed."]]);
    expect(found({ city: "x", n: 9, unit: "k" })).toEqual([
      [".city", "Needs at least 2 characters."], [".n", "At most 5."], [".unit", "This is none of the choices."],
    ]);
    expect(found({ city: "xy", at: { "a.b": "1" } })).toEqual([['.at["a.b"]', "This is not of the kind number."]]);
  });

  test("refuses a number of which digits may be lost", () => {
    expect(found({ city: "xy", at: { x: 9007199254740993 } })).toEqual([[".at.x", "More digits than can be sent exactly."]]);
  });

  test("finds the field of any name", () => {
    const name = 'a "b" \u202e.c';
    const one: RJSFSchema = { type: "object", properties: { [name]: { type: "string" } }, required: [name] };
    const faults = (value: unknown) => validator.validateFormData(value, one).errorSchema;
    expect(faults({ [name]: 1 })).toEqual({ [name]: { __errors: ["This is not of the kind string."] } });
    expect(faults({})).toEqual({ [name]: { __errors: ["This is needed."] } });
  });

  test("lets everything through that fits", () => {
    expect(found({ city: "xy", n: 5, unit: "c", at: undefined })).toEqual([]);
  });

  test("refuses nothing on a schema that cannot be used", () => {
    const odd: RJSFSchema = { type: "object", properties: { a: { $ref: "https://example.com/x" }, b: { pattern: "(" } } };
    expect(validator.validateFormData({ a: 1, b: "x" }, odd).errors).toEqual([]);
  });
});

describe("results", () => {
  /** HOST-25 */
  test("a text that says the same as the structured part is shown once, and any other is shown too", () => {
    const structured = structuredOf({ a: 1 });
    const mirror = textBlock('{ "a": 1 }', { mirror: true });
    expect(partsOf(outcome({ blocks: [mirror, textBlock("more")], structured })).map((it) => it.part)).toEqual(["json", "text"]);
    expect(partsOf(outcome({ blocks: [textBlock("n is 2")], structured })).map((it) => it.part)).toEqual(["json", "text"]);
  });

  test("a structured part that is a single value is shown as one", () => {
    for (const value of [false, 0, "", "a", 42]) {
      const shown = partsOf(outcome({ structured: structuredOf(value) }));
      expect(shown).toEqual([{ part: "text", text: JSON.stringify(value), structured: true }]);
    }
  });

  /** HOST-26 */
  test("a text that is JSON is a tree, and markup is a text", () => {
    const parts = partsOf(outcome({ blocks: [textBlock("[1]"), textBlock("<b>x</b>"), textBlock("{no json"), textBlock("42")] }));
    expect(parts.map((it) => it.part)).toEqual(["json", "text", "text", "text"]);
  });

  test("big numbers of the structured part stay exact", () => {
    const [part] = partsOf(outcome({ structured: { json: '{"n":9007199254740993}', size: 22, cut: false } }));
    expect(part).toMatchObject({ part: "json", value: { n: 9007199254740993n } });
  });

  test("the beginning of a long text or structured part is a text that says how much there is", () => {
    const cut = { json: '{"rows":[1,', size: 3_000_000, cut: true };
    const blocks = [textBlock("[1,2]", { cut: true, size: 2_000_000 })];
    expect(partsOf(outcome({ structured: cut, blocks }))).toMatchObject([
      { part: "text", cut: 3_000_000, structured: true }, { part: "text", text: "[1,2]", cut: 2_000_000 },
    ]);
  });

  /** HOST-29, HOST-30 */
  test("media are pictures, sounds or files, or why there are none", () => {
    const media = (mime: string, more = {}) => ({ type: "media", file: kept(mime, more) }) as const;
    const unmeasured = { width: null, height: null };
    const parts = partsOf(outcome({ blocks: [
      media("image/png"), media("image/svg+xml", unmeasured), media("image/svg+xml"), media("audio/wav"), media("application/pdf"), media("image/tiff", unmeasured),
      { type: "notSaved", mime: "image/png", why: "it is empty" },
    ] }));
    expect(parts.map((it) => it.part)).toEqual(["picture", "file", "file", "sound", "file", "file", "lost"]);
  });

  /** HOST-31 */
  test("links stay links, and resources are texts with their address", () => {
    const parts = partsOf(outcome({ blocks: [
      { type: "link", uri: "https://x", name: "X", mime: null },
      { type: "resource", uri: "file:///a", mime: null, text: "hi", size: 2, cut: false },
      { type: "unknown", json: '{"type":"hologram"}', size: 19, cut: false },
    ] }));
    expect(parts.map((it) => it.part)).toEqual(["link", "text", "json"]);
    expect(parts[1]).toMatchObject({ uri: "file:///a" });
  });
});

test("a search leaves the tools that have its words, under their servers", () => {
  const all = [
    toolsOf("a", [tool("echo", { description: "Says it again" }), tool("add")], { setAside: [{ name: "bad", reason: "no schema" }] }),
    toolsOf("b", [tool("other")]),
  ];
  const shown = (search: string) =>
    rowsOf(all, search).map((it) => (it.row === "server" ? it.server.server : it.row === "tool" ? it.tool.name : it.aside.name));
  expect(shown("")).toEqual(["a", "echo", "add", "bad", "b", "other"]);
  expect(shown("AGAIN says")).toEqual(["a", "echo"]);
  expect(shown("schema")).toEqual(["a", "bad"]);
  expect(shown("zzz")).toEqual([]);
});

test("a choice among constants is of their type, so that it can be drawn", () => {
  const among = (...constants: unknown[]) => shownSchema({ oneOf: constants.map((it) => ({ const: it })) })["type"];
  expect([among("a", "b"), among(1, 2.5), among("a", 1), among(null), among()]).toEqual(["string", "number", undefined, undefined, undefined]);
});

test("a schema's words are shown without what hides, and its values are sent as they are", () => {
  const hidden = "x\u200by";
  const seen = "x\\u{200b}y";
  const properties = { description: { type: "string", description: hidden, enum: [hidden, "z"], default: hidden }, [hidden]: { type: "number" } };
  const drawn = shownSchema({ title: "T", type: "object", properties, required: [hidden] });
  expect(drawn).toEqual({
    type: "object",
    required: [hidden],
    properties: {
      description: { type: "string", description: seen, oneOf: [{ const: hidden, title: seen }, { const: "z", title: "z" }], default: hidden },
      [hidden]: { type: "number", title: seen },
    },
  });
});
