/** Servers and tools as a fake app has them, for looking at the page; no real server stands behind. */

const now = Date.now();
const ago = (seconds) => now - seconds * 1000;

export const stdio = (command, args = [], env = {}, cwd = null) => ({ type: "stdio", command, args, env, cwd });
export const http = (url, headers = {}) => ({ type: "http", url, headers });

export const ready = (more = {}) => ({
  state: "ready", era: "legacy", version: "2025-11-25", serverInfo: "example 1.4.0", website: null, instructions: null,
  capabilities: ["tools"], carrier: "stdio", session: false, roundTrip: 3, pid: 4711, noise: 0, restarts: 0, warnings: [], since: ago(5400), ...more,
});
export const starting = (phase, seconds, attempt = 1) => ({ state: "starting", attempt, phase, since: ago(seconds) });
export const off = { state: "off" };
export const failed = (reason, more = {}) => ({
  state: "failed", reason, hint: null, exit: null, stderr: [], fix: null, retryAt: null, since: ago(3), ...more,
});

export function row(name, title, transport, state, more = {}) {
  const line = transport.type === "http" ? transport.url : [transport.command, ...transport.args].join(" ");
  return {
    name, title, description: "", transport, line, on: state.state !== "off", allowed: true, state, tools: 0,
    startLimit: 120, callLimit: 120, source: "user", createdAt: ago(86_400 * 9), updatedAt: ago(86_400 * 9), ...more,
  };
}

const LONG = "a-very-long-server-name-that-somebody-thought-was-a-good-idea-at-the-time";

export const fourteen = () => [
  row("github", "GitHub", stdio("npx", ["-y", "@modelcontextprotocol/server-github"], { GITHUB_TOKEN: "${secret:github.GITHUB_TOKEN}" }),
    failed("the process ended before it answered", {
      exit: "exit status 1", hint: "npm could not sign in. Set the token, then start again.",
      stderr: ["npm error code E401", "npm error 401 Unauthorized - GET https://registry.example/@modelcontextprotocol%2fserver-github"],
      fix: { kind: "setSecret", key: "github.GITHUB_TOKEN" },
    }), { tools: 26, description: "Issues, pull requests and code of GitHub." }),
  row("legacy-db", "Legacy DB", stdio("/opt/db/mcp-server", ["--port", "5432"]),
    failed("`/opt/db/mcp-server` was not found", {
      hint: "Check the path, or install it. Looked in /usr/local/bin, /usr/bin, /home/ada/.local/bin.",
      fix: { kind: "edit" }, since: ago(4000), retryAt: null,
    })),
  row("everything", "Everything", stdio("npx", ["-y", "@modelcontextprotocol/server-everything"]),
    ready({ serverInfo: "mcp-servers/everything 2.0.0", capabilities: ["tools", "prompts", "resources", "logging"], pid: 81233,
      website: "https://example.com/servers/everything?from=steward&tab=readme#a-rather-long-address-that-has-to-wrap",
      instructions: "Use these tools to test a client.\nThey do nothing of use." }),
    { tools: 13, description: "The reference server with one of everything." }),
  row("playwright", "Playwright", stdio("npx", ["-y", "@playwright/mcp@latest"]), starting("installing", 42)),
  row("filesystem", "Filesystem", stdio("npx", ["-y", "@modelcontextprotocol/server-filesystem", "/home/ada/Documents"]),
    ready({ noise: 3, restarts: 2, warnings: ["it answered with the id as a text", "3 lines on its output were no messages"] }), { tools: 11 }),
  row("memory", "Memory", stdio("uvx", ["mcp-memory"]), starting("connecting", 4, 2)),
  row("weather", "Weather", http("https://weather.example.com/mcp", { Authorization: "Bearer ${secret:weather.Authorization}" }),
    failed("Weather needs a key or a login: it answers with status 401.", { hint: "It was sent headers, and does not take them: set the key anew, or correct the header.", since: ago(7200), fix: { kind: "edit" } })),
  row("demo", "Demo", stdio("python3", ["demo_server.py"]), ready({ era: "modern", version: "2026-07-28", serverInfo: "steward-demo 1.0.0", since: ago(40) }), { tools: 6, source: "builtin" }),
  row("rtl", "خادم الملفات", stdio("/usr/bin/files", ["--lang", "ar"]), ready(), { tools: 4, description: "خادم للملفات المحلية." }),
  row("long", LONG, stdio("/home/ada/a/very/long/path/to/some/place/where/servers/live/server", Array.from({ length: 12 }, (_, n) => `--option-number-${n}=value-${n}`)), ready(), { tools: 2 }),
  row("postgres", "Postgres", stdio("docker", ["run", "-i", "--rm", "mcp/postgres"], { DATABASE_URL: "${secret:postgres.DATABASE_URL}", PGSSLMODE: "require" }), off, { tools: 1 }),
  row("slack", "Slack", stdio("npx", ["-y", "@modelcontextprotocol/server-slack"]), off, { tools: 8 }),
  row("sqlite", "SQLite", stdio("uvx", ["mcp-server-sqlite", "--db-path", "test.db"]), off, { allowed: false }),
  row("time", "Time", stdio("uvx", ["mcp-server-time"]), ready({ since: ago(86_400 * 3) }), { tools: 2 }),
];

export const many = (count) =>
  Array.from({ length: count }, (_, n) => {
    const kind = n % 10;
    const state = kind === 0 ? failed("the process ended at once", { exit: "exit status 1", stderr: ["Error: cannot find module"] })
      : kind < 7 ? ready() : off;
    return row(`server-${n}`, `Server ${n}`, stdio("npx", ["-y", `@example/server-${n}`]), state, { tools: n % 17 });
  });

const string = (description, more = {}) => ({ type: "string", description, ...more });

export const demoTools = () => [
  tool("greet", "Greet someone", "Greets a person by name and returns one line of text.", {
    type: "object", properties: { name: string("Whom to greet.", { minLength: 1, maxLength: 200 }) }, required: ["name"],
  }, { readOnlyHint: true, idempotentHint: true }),
  tool("word_count", "Count words", "Counts the words, lines and characters of a text.", {
    type: "object", properties: { text: string("The text to count.", { maxLength: 1_000_000 }) }, required: ["text"],
  }),
  tool("table", "List the shelf", "Returns the stock list of a stationery shop, one object a row.", {
    type: "object", properties: { rows: { type: "integer", minimum: 0, maximum: 5000, default: 7, description: "How many rows to return." } },
  }),
  tool("picture", "Draw a picture", "Draws a small picture.", {
    type: "object", properties: {
      width: { type: "integer", minimum: 16, maximum: 1024, default: 480, description: "Width in pixels." },
      colour: { type: "string", enum: ["teal", "amber", "plum"], default: "teal", description: "The colour of the curve." },
    },
  }),
  tool("slow", "Take some time", "Works for a given time and reports progress.", {
    type: "object", properties: { seconds: { type: "number", default: 5, description: "How long, in seconds." } },
  }),
  tool("fail", "Fail on purpose", "Always fails.", { type: "object", properties: {} }),
  tool("odd", "Odd schema", "Its schema refers to another file.", { type: "object", properties: { a: { $ref: "https://example.com/schema.json" } } }),
  tool("rich", "Rich arguments", "Every kind of field that a form can have.\n\nA second paragraph, with <b>markup</b> that must stay text.", {
    type: "object", required: ["city", "n"],
    properties: {
      city: string("The city.", { minLength: 2 }), n: { type: "integer", minimum: 1, description: "A number." },
      unit: { type: "string", enum: ["celsius", "fahrenheit"], default: "celsius" },
      exact: { type: "boolean", description: "Whether it must be exact." }, day: { type: "string", format: "date" },
      tags: { type: "array", items: { type: "string" }, description: "Any number of tags." },
      where: { type: "object", description: "A nested object.", properties: { lat: { type: "number" }, lon: { type: "number" } } },
      by: { oneOf: [{ title: "Name", type: "object", properties: { name: { type: "string" } }, required: ["name"] }, { title: "Number", type: "object", properties: { id: { type: "integer" } }, required: ["id"] }] },
      note: { type: ["string", "null"], description: "Text or nothing." },
      self: { $ref: "#/$defs/point" },
    },
    $defs: { point: { type: "object", properties: { z: { type: "boolean" } } } },
  }, { destructiveHint: true, openWorldHint: true }, ["The description holds an invisible character, written out here."]),
  tool("parts", "All kinds of parts", "Text, markup, links, resources, sound and something unknown.", { type: "object", properties: {} }),
];

export function tool(name, title, description, inputSchema, annotations = null, marks = []) {
  const publicName = `mcp__demo__${name.replace(/[^\w-]/g, "_")}`;
  return { name, publicName, title, description, inputSchema, outputSchema: null, annotations, marks };
}

export const toolsFor = (server) => {
  if (server.name === "demo") return demoTools();
  return Array.from({ length: server.tools }, (_, n) =>
    tool(`${server.name}_tool_${n}`, null, `Does thing number ${n} of ${server.title}.`, {
      type: "object", properties: { message: string("What to say.") }, required: ["message"],
    }));
};
