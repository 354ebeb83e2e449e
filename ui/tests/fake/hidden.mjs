/** Servers that hide and reorder text wherever they can say anything, for looking at every view of it. */
import { media, resource, short, structured, text, unknown } from "./media.mjs";
import { failed, http, off, ready, row, starting, stdio, tool } from "./rows.mjs";

/** Turns the direction, has no width, is a tag, and colours a terminal. */
export const HIDDEN = "a\u202eb\u200bc\u{e0041}d\u3164\ufe00\u001b[31m";
export const said = (what) => `${what} ${HIDDEN}`;

export const hiddenServers = () => {
  const run = stdio(said("run"), [said("argument")], { [said("NAME")]: said("value") }, said("/folder"));
  const words = { description: said("description"), tools: 3 };
  return [
    row("bad", said("Bad"), run, ready({
      version: said("2025"), serverInfo: said("info"), instructions: said("use it"), capabilities: [said("tools"), "prompts", "resources"],
      warnings: [said("it answered `late`")], noise: 2,
    }), words),
    row("broken", said("Broken"), run, failed(said("reason"), { hint: said("hint"), exit: said("exit"), stderr: [said("stderr")], fix: { kind: "setSecret", key: said("key") } }), words),
    row("far", said("Far"), http(said("https://example.com/"), { [said("Header")]: said("value") }), off, words),
    row("slow", said("Slow"), run, starting("installing", 3), words),
  ];
};

export const hiddenDiagnosis = () => ({
  cause: said("cause"), hint: said("hint"), tried: [said("tried `x`")], stderr: [said("stderr")], fix: { kind: "setSecret", key: said("key") },
});

export const hiddenReading = () => ({
  notes: [said("note")],
  proposals: ["one", "two"].map((it) => ({
    draft: { title: said(it), description: said("description"), transport: stdio(said("run"), [said("argument")], { [said("NAME")]: said("value") }), startLimit: null, callLimit: null },
    name: it, taken: false, notes: [said("of its own")],
  })),
});

export const hiddenLines = () =>
  ["lifecycle", "stderr", "stdout", "error", said("level")].map((tag, n) => ({ position: n * 80, at: new Date(Date.now() - 9000 + n).toISOString(), tag, text: said("line") }));

const fields = {
  type: "object", title: said("schema"), required: [said("needed")],
  properties: {
    [said("needed")]: { type: "string", minLength: 2, pattern: "^\u202ex" },
    choice: { type: "string", title: said("choice"), enum: [said("one"), "two"], default: said("one") },
    choices: { type: "array", uniqueItems: true, items: { type: "string", enum: [said("three"), "four"] } },
    titled: { oneOf: [{ const: said("five") }, { const: "six", title: said("six") }] },
    either: { anyOf: [{ type: "object", title: said("first"), properties: { [said("inner")]: { type: "boolean", description: said("inner") } } }, { type: "string" }] },
    list: { type: "array", description: said("list"), items: { type: "string", title: said("entry") }, default: [said("entry")] },
    text: { type: "string", description: said("text"), default: said("text"), examples: [said("example")] },
  },
};

export const hiddenTools = () => [
  tool(said("form"), said("A form"), said("description"), fields, { title: said("claim"), readOnlyHint: true }, [said("mark")]),
  tool("odd", said("An odd one"), said("description"), { type: "object", [said("keyword")]: said("word"), properties: { a: { $ref: said("https://example.com/") } } }),
  ...["parts", "tree", "table", "long", "refused", "slow"].map((it) => tool(it, said(it), said("description"), { type: "object" })),
];

export const hiddenAside = () => [{ name: said("aside"), reason: said("no `schema`") }];

/** A message for `slow`. */
export const hiddenProgress = () => said("step");

/** What a tool answers; a failure is thrown. */
export function hiddenOutcome(name, failure) {
  const outcome = (blocks, more = {}) => ({ blocks, structured: null, misfits: [said("misfit")], isError: false, odd: [said("odd")], took: 3, ...short, raw: JSON.stringify({ content: said("raw") }), ...more });
  const whole = (it) => outcome([], { structured: structured(it), raw: JSON.stringify({ structuredContent: it }) });
  const many = (it) => Array.from({ length: 3000 }, () => `${said(it)} ${"x".repeat(60)}`);
  const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";
  switch (name) {
    case "parts":
      return outcome([
        text(said("text")), { type: "link", uri: said("https://example.com/"), name: said("link"), mime: said("text/html") },
        resource(said("file:///a"), said("text/plain"), said("resource")),
        media(said("audio/wav"), WAV), media(said("application/x"), WAV), { type: "notSaved", mime: said("image/x"), why: said("why") },
        media(said("image/png"), "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", 1, 1),
        unknown(JSON.stringify({ type: said("hologram") })),
      ]);
    case "tree":
      return whole({ [said("key")]: said("value"), deep: { [said("key")]: [said("entry")] } });
    case "table":
      return whole([{ [said("column")]: said("cell"), other: { [said("key")]: said("value") } }]);
    case "long":
      return outcome([text(many("text").join("\n")), text(JSON.stringify(many("json")))]);
    default:
      throw failure("call_failed", said("message"), { hint: said("hint"), field: said("field") });
  }
}
