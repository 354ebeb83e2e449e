/** An app in memory that speaks the page's protocol: enough of it to look at every state. */
import { fourteen, many, ready, row, starting, stdio, off, toolsFor } from "./rows.mjs";
import { askedCommands } from "./asked.mjs";
import { chatCommands } from "./chat.mjs";
import { modelCommands } from "./models.mjs";
import { offerCommands } from "./offers.mjs";
import { ruleCommands } from "./rules.mjs";
import { runTool } from "./calls.mjs";
import { readMedia } from "./media.mjs";
import { hiddenAside, hiddenDiagnosis, hiddenLines, hiddenOutcome, hiddenProgress, hiddenReading, hiddenServers, hiddenTools } from "./hidden.mjs";

const failure = (code, message, more = {}) => ({ code, message, hint: null, field: null, place: null, ...more });

const SCENARIOS = { empty: () => [], full: fourteen, hidden: hiddenServers, wrong: fourteen, many: () => many(200), tools: () => many(50).map((it) => ({ ...it, tools: 40, state: ready(), on: true })) };

export function createApp(scenario = "full") {
  const hides = scenario === "hidden";
  const servers = new Map(SCENARIOS[scenario]().map((it) => [it.name, it]));
  const removed = new Map();
  const logs = new Map();
  const ears = new Set();
  const stops = new Map();
  const emit = (event) => ears.forEach((hear) => hear(event));
  const put = (server) => {
    servers.set(server.name, server);
    emit({ event: "serverChanged", server });
    return server;
  };
  const known = (name) => servers.get(name) ?? raise(failure("unknown_server", `there is no server \`${name}\``));
  const log = (name) => {
    if (!logs.has(name)) logs.set(name, scenario === "empty" ? [] : hides ? hiddenLines() : someLines(300));
    return logs.get(name);
  };
  const write = (name, tag, text) => {
    const lines = log(name);
    const last = lines.at(-1)?.position ?? 0;
    lines.push({ position: last + 80, at: new Date().toISOString(), tag, text });
    emit({ event: "logGrew", server: name });
  };
  const start = (server) => {
    put({ ...server, on: true, state: { ...starting("connecting", 0), since: Date.now() } });
    setTimeout(() => {
      if (!servers.get(server.name)?.on) return;
      put({ ...servers.get(server.name), state: ready({ since: Date.now() }), tools: server.tools || 6 });
      write(server.name, "lifecycle", "ready");
      emit({ event: "toolsChanged", server: server.name });
    }, 400);
    return servers.get(server.name);
  };

  const commands = {
    read_media: readMedia(failure),
    about: () => ({ version: "0.1.0", dataDir: "/home/ada/.local/share/steward" }),
    list_servers: () => ({ servers: [...servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) }),
    read_drafts: ({ text }) => readDrafts(text, servers),
    paste_drafts: () => (hides ? hiddenReading() : readDrafts(clipboard, servers)),
    ask_secret: ({ title, field }) => ({ reference: `\${secret:${slug(title)}.${field}}` }),
    add_server: ({ draft, replace }) => {
      const name = slug(draft.title);
      if (!name) raise(failure("invalid", "a server needs a title", { field: "title" }));
      if (draft.title === "No") raise(failure("declined", "the person said no"));
      if (servers.has(name) && !replace) raise(failure("name_taken", `there is a server \`${name}\` already`));
      return start(row(name, draft.title, draft.transport, off, { description: draft.description, createdAt: Date.now(), updatedAt: Date.now() }));
    },
    add_demo: () => start(row("demo", "Demo", stdio("python3", ["demo_server.py"]), off, { tools: 9, source: "builtin", createdAt: Date.now(), updatedAt: Date.now() })),
    update_server: ({ server, draft }) => put({ ...known(server), title: draft.title, description: draft.description, transport: draft.transport, updatedAt: Date.now() }),
    switch_server: ({ server, on }) => (on ? start(known(server)) : put({ ...known(server), on: false, state: off })),
    restart_server: ({ server }) => start(known(server)),
    remove_server: ({ server }) => {
      const gone = known(server);
      removed.set(server, gone);
      servers.delete(server);
      emit({ event: "serverRemoved", server });
      return { server, title: gone.title, remembered: 0 };
    },
    restore_server: ({ server }) => put(removed.get(server) ?? raise(failure("unknown_server", "it is gone for good"))),
    diagnose_server: ({ server }) => (hides ? hiddenDiagnosis() : diagnose(known(server))),
    list_tools: ({ server }) => [...servers.values()].filter((it) => (server ? it.name === server : true) && it.tools > 0).sort((a, b) => (a.name < b.name ? -1 : 1)).map((it) => ({
      server: it.name, title: it.title, ready: it.state.state === "ready", tools: hides ? hiddenTools() : toolsFor(it),
      setAside: hides ? hiddenAside() : it.name === "filesystem" ? [{ name: "bad tool", reason: "its input schema is not an object" }] : [],
    })),
    call_tool: (payload) => {
      if (!hides || payload.tool === "slow") return runTool(payload, emit, stops, failure, hides ? hiddenProgress() : "Step");
      return hiddenOutcome(payload.tool, failure);
    },
    cancel_call: ({ call }) => {
      stops.get(call)?.();
      return null;
    },
    ...askedCommands(scenario, emit, failure),
    ...chatCommands(scenario, servers, emit, failure, stops),
    ...modelCommands(scenario, emit, failure),
    ...ruleCommands(scenario, emit, failure),
    ...offerCommands(scenario, servers, known, emit, failure, stops),
    read_log: ({ server, range, limit }) => readLog(log(server), range, limit),
  };

  return {
    call: async (command, payload) => {
      const run = commands[command] ?? (() => raise(failure("unknown_command", `there is no command \`${command}\``)));
      return run(payload);
    },
    listen: (hear) => {
      ears.add(hear);
      return () => ears.delete(hear);
    },
    write,
  };
}

const clipboard = JSON.stringify({ mcpServers: {
  github: { command: "npx", args: ["-y", "@modelcontextprotocol/server-github"], env: { GITHUB_TOKEN: "ghp_canary" } },
  fetch: { command: "uvx", args: ["mcp-server-fetch"] },
  notes: { type: "http", url: "https://notes.example.com/mcp", headers: { Authorization: "Bearer canary" } },
} });

function raise(it) {
  throw it;
}

function slug(title) {
  return title.toLowerCase().replace(/[^a-z0-9_]+/g, "-").replace(/^[^a-z]+|[-_]+$/g, "");
}

function readDrafts(text, servers) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    if (/^\s*[{[]/.test(text) || !text.trim()) raise(failure("unreadable", "the JSON is broken: a comma is missing", { place: { line: 2, column: 5 } }));
    const [command, ...args] = text.trim().split(/\s+/);
    value = { name: args.find((it) => !it.startsWith("-")) ?? command, command, args };
  }
  const all = value.mcpServers ? Object.entries(value.mcpServers) : [[value.name ?? "", value]];
  const proposals = all.map(([title, it]) => {
    const notes = "autoApprove" in it ? ["`autoApprove` is not known and was left out"] : [];
    const secrets = (record = {}) => Object.fromEntries(Object.entries(record).map(([key, one]) =>
      [key, /token|key|authorization/i.test(key) && !one.includes("${") ? (notes.push(`the value of \`${key}\` went to the keychain`), `\${secret:${slug(title)}.${key}}`) : one]));
    const transport = it.url ? { type: "http", url: it.url, headers: secrets(it.headers) } : stdio(it.command, it.args ?? [], secrets(it.env), it.cwd ?? null);
    const draft = { title, description: it.description ?? "", transport, startLimit: it.startLimit ?? null, callLimit: it.callLimit ?? null };
    return { draft, name: slug(title), taken: servers.has(slug(title)), notes };
  });
  return { proposals, notes: [] };
}

function diagnose(server) {
  const { state } = server;
  if (state.state !== "failed") return { cause: "it is ready: there is nothing to mend", hint: null, tried: ["asked it for a sign of life: it answered in 3 ms"], stderr: [], fix: null };
  return {
    cause: `${server.title} stopped at once (${state.exit ?? "no exit status"}): ${state.reason}.`, hint: state.hint,
    tried: ["looked for `npx`: /usr/bin/npx", "read the package's name: @modelcontextprotocol/server-github", "looked into the keychain: the secret is there"],
    stderr: state.stderr, fix: state.fix ?? { kind: "restart" },
  };
}

function readLog(lines, range, limit) {
  const slice = range.from === "end" ? lines.slice(-limit)
    : range.from === "after" ? lines.filter((it) => it.position >= range.position).slice(0, limit)
    : lines.filter((it) => it.position < range.position).slice(-limit);
  const start = slice[0]?.position ?? range.position ?? 0;
  const end = slice.length ? slice.at(-1).position + 80 : (range.position ?? 0);
  return { lines: slice, start, end, more: lines.length > 0 && start > lines[0].position };
}

function someLines(count) {
  const texts = [["lifecycle", "starting: npx -y @modelcontextprotocol/server-example"], ["stderr", "Starting default (STDIO) server..."],
    ["info", "client asked for tools/list"], ["warning", "the cache is nearly full"], ["error", "cannot reach https://example.com/api: timed out after 30 s"],
    ["stdout", "(noise) Welcome to the server"], ["stderr", "\u001b[31mred\u001b[0m and a long line: " + "lorem ipsum dolor ".repeat(14)]];
  return Array.from({ length: count }, (_, n) => {
    const [tag, text] = texts[n % texts.length];
    return { position: n * 80, at: new Date(Date.now() - (count - n) * 7000).toISOString(), tag, text };
  });
}
