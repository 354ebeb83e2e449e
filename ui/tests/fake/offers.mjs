/** Prompts, resources and wishes as a fake app has them, in every state that a page shows. */
import { keep, media, resource as textOf, short, text, unknown } from "./media.mjs";
import { said } from "./hidden.mjs";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";
const LONG = "a-very-long-name-that-somebody-thought-was-a-good-idea-at-the-time-and-nobody-said-otherwise";

const prompt = (name, title, description, args = [], marks = []) => ({ name, title, description, arguments: args, marks });
const argument = (name, description, required = false, title = null) => ({ name, title, description, required });
const resource = (uri, name, mime, size, more = {}) => ({ uri, name, title: null, description: "", mime, size, annotations: null, marks: [], ...more });
const template = (uriTemplate, variables, name, more = {}) => ({ uriTemplate, variables, name, title: null, description: "", mime: null, annotations: null, marks: [], ...more });

const somePrompts = () => [
  prompt("review", "Review a change", "Asks for a careful review of a piece of code.\nIt names what to look at first.", [
    argument("code", "The code, whole.", true), argument("language", "What it is written in.", false, "Language"), argument("style", "How strict."),
  ]),
  prompt("greeting", null, "Says hello."),
  prompt("mixed", "All kinds of parts", "Text, a picture, a sound, a file and a link."),
  prompt("fails", "Fails", "The server refuses this one."),
  prompt("slow", "Takes its time", "It tells how far it is."),
  prompt(LONG, null, "", [argument(LONG, "", true)], ["its arguments were no list"]),
];
const someResources = () => [
  resource("file:///notes/today.md", "today.md", "text/markdown", 812, { title: "Today’s notes", description: "What was noted today." }),
  resource("config://app", "config.json", "application/json", 4096, { title: "Configuration" }),
  resource("file:///src/main.rs", "main.rs", "text/x-rust", 301),
  resource("file:///logo.png", "logo.png", "image/png", 68), resource("file:///bell.wav", "bell.wav", "audio/wav", 44),
  resource("file:///huge.log", "huge.log", "text/plain", 52_428_800), resource("file:///film.bin", "film.bin", null, 734_003_200),
  resource("file:///gone", "gone", null, null), resource("file:///empty", "empty", "text/plain", 0),
  resource(`file:///${LONG}/${LONG}`, "", null, null, { marks: ["it has no name"] }),
];
const someTemplates = () => [
  template("notes://{year}/{month}{?sort}", ["year", "month", "sort"], "notes", { title: "Notes of a month", description: "All notes of one month.", mime: "text/markdown" }),
  template("city://{name}/weather", ["name"], "weather"),
];

const hiddenPrompts = () => [prompt("asks", said("title"), said("description"), [argument(said("argument"), said("about"), true, said("named"))], [said("mark")]), prompt(said("refused"), null, said("line"))];
const hiddenResources = () => [resource(said("file:///a"), said("name"), said("text/plain"), 3, { title: said("title"), description: said("description"), marks: [said("mark")] }), resource("bad://refused", said("refuses"), null, null)];
const hiddenTemplates = () => [template(`bad://${said("x")}/{${said("variable")}}`, [said("variable")], said("family"), { description: said("description"), mime: said("text/plain") })];
const hiddenBlocks = () => [
  text(said("text")), { type: "link", uri: said("https://example.com/"), name: said("link"), mime: said("text/html") },
  textOf(said("file:///a"), said("text/plain"), said("resource")), media(said("audio/wav"), WAV),
  unknown(JSON.stringify({ type: said("hologram") })),
];

const MIXED = [
  text("Look at <b>this</b> picture, and **nothing** else."), media("image/png", PIXEL, 1, 1), media("audio/wav", WAV),
  textOf("file:///notes/today.md", "text/markdown", "# Today\n\n- one\n- two"),
  { type: "link", uri: "https://example.com/a/very/long/address?with=a&query=string", name: "The report", mime: "text/html" }, unknown('{"type":"hologram"}'),
];

/** What a resource of that address holds. */
function holds(uri, times, failure) {
  const part = (body, mime) => ({ parts: [{ uri, mime, body }], raw: JSON.stringify({ contents: [{ uri, mimeType: mime }] }), odd: [], took: 12, ...short });
  const bytes = (file) => part({ type: "bytes", data: null, size: file.size, file, why: null }, file.mime);
  const words = (it, mime) => part({ type: "text", text: it, size: it.length, cut: false }, mime);
  if (uri === "config://app") return words(JSON.stringify({ theme: "dark", limits: { calls: 120, start: 9007199254740993 }, tags: ["a", "b"] }), "application/json");
  if (uri.endsWith("main.rs")) return words('fn main() {\n    println!("Hello");\n}\n', "text/x-rust");
  if (uri.endsWith("logo.png")) return bytes(keep("image/png", PIXEL, 1, 1));
  if (uri.endsWith("bell.wav")) return bytes(keep("audio/wav", WAV));
  if (uri.endsWith("huge.log")) return { ...part({ type: "text", text: "2026-07-03 12:00:00 a line of the log\n".repeat(4000), size: 52_428_800, cut: true }, "text/plain"), raw: null, whole: { ...keep("text/plain", "YQ=="), size: 52_428_800 } };
  if (uri.endsWith("film.bin")) return { ...part({ type: "bytes", data: null, size: 734_003_200, file: null, why: "it has 734003200 bytes, and no more than 33554432 are kept of one piece" }, null), raw: null };
  if (uri.endsWith("gone")) throw failure("call_failed", "the server says: Resource not found", { hint: "Read the list again, or ask whoever keeps the server." });
  if (uri.endsWith("empty")) return words("", "text/plain");
  return { ...words(`# ${uri}\n\nRead ${times} times.\n\n- markup <b>stays</b> text`, "text/markdown"), odd: uri.startsWith("city") ? ["one part had no address"] : [] };
}

/** The commands on what a server offers beside its tools. */
export function offerCommands(scenario, servers, known, emit, failure, stops) {
  const hides = scenario === "hidden";
  const wishes = new Map();
  const times = new Map();
  const wishesOf = (name) => {
    if (!wishes.has(name)) wishes.set(name, { level: null, folders: name === "everything" ? ["/home/ada/src/steward", `/home/ada/${LONG}`] : hides ? [said("/folder")] : [], pictures: false, watched: [] });
    const state = known(name).state;
    const has = (it) => state.capabilities.includes(it);
    const can = state.state === "ready" ? { prompts: has("prompts"), resources: has("resources"), watch: has("resources") && name !== "plain", complete: has("prompts"), log: has("logging") } : null;
    return { server: name, ...wishes.get(name), can };
  };
  const rows = (server, make) => [...servers.values()].filter((it) => !server || it.name === server).map((it) => {
    const ready = it.state.state === "ready";
    return { server: it.name, title: it.title, ready, setAside: [], odd: [], ...make(it, (what) => ready && (hides || it.state.capabilities.includes(what))) };
  });
  const refuse = (code, message, more) => { throw failure(code, message, more); };
  return {
    list_prompts: ({ server }) => (scenario === "wrong" ? refuse("storage", "the list is broken", { hint: "start the server again" }) : rows(server, (_, has) => ({
      prompts: !has("prompts") ? [] : hides ? hiddenPrompts() : somePrompts(),
      setAside: !has("prompts") ? [] : hides ? [{ name: said("aside"), reason: said("no `name`") }] : [{ name: "nameless", reason: "it has no name" }],
      odd: hides ? [said("odd")] : [],
    }))),
    list_resources: ({ server }) => rows(server, (_, has) => (has("resources") ? { resources: hides ? hiddenResources() : someResources(), templates: hides ? hiddenTemplates() : someTemplates() } : { resources: [], templates: [] })),
    get_prompt: async ({ call, prompt: name, arguments: args }) => {
      const given = (messages, more = {}) => ({ description: null, messages, raw: JSON.stringify({ messages }), odd: [], took: 41, ...short, ...more });
      if (name === "fails" || name.startsWith("refused")) refuse("call_failed", hides ? said("message") : "the server says: no such topic", { hint: hides ? said("hint") : "Choose another topic." });
      if (hides) return given([{ role: "user", blocks: hiddenBlocks() }, { role: said("role"), blocks: [text(said("more"))] }], { description: said("description"), odd: [said("odd")] });
      if (name === "slow") await new Promise((resolve, reject) => {
        let done = 0;
        const timer = setInterval(() => { done += 1; emit({ event: "callProgressed", call, done, total: 40, message: `Page ${done}` }); if (done === 40) { clearInterval(timer); resolve(); } }, 200);
        stops.set(call, () => { clearInterval(timer); reject(failure("cancelled", "it was stopped")); });
      });
      if (name === "mixed") return given([{ role: "user", blocks: MIXED }]);
      return given([
        { role: "user", blocks: [text(`Review this ${args.language ?? "code"}:\n\n${args.code ?? "hello"}`)] },
        { role: "assistant", blocks: [text("I will look at errors first, then at names.\n\nShall I go on?")] }, { role: "user", blocks: [text("Yes.")] },
      ], { description: "A careful review." });
    },
    complete_argument: ({ argument: name, value }) => {
      if (hides) return { values: [said("value"), "plain"], total: 340, more: true };
      const all = name === "language" ? ["python", "pytorch", "perl", "rust", "typescript"] : name === "year" ? ["2024", "2025", "2026"] : name === "name" ? Array.from({ length: 40 }, (_, n) => `City ${n + 1}`) : [];
      const values = all.filter((it) => it.toLowerCase().startsWith(value.toLowerCase()));
      return { values: values.slice(0, 20), total: values.length, more: values.length > 20 };
    },
    read_resource: ({ uri }) => {
      times.set(uri, (times.get(uri) ?? 0) + 1);
      if (!hides) return holds(uri, times.get(uri), failure);
      if (uri === "bad://refused") refuse("call_failed", said("message"), { hint: said("hint") });
      return { parts: [{ uri, mime: "text/plain", body: { type: "text", text: said("text"), size: 9, cut: false } }, { uri: said("other"), mime: said("text/x"), body: { type: "text", text: JSON.stringify({ [said("key")]: said("value") }), size: 9, cut: false } }], raw: "{}", odd: [said("odd")], took: 2, ...short };
    },
    watch_resource: ({ server, uri, on }) => {
      const now = wishesOf(server).watched;
      wishes.get(server).watched = on ? [...now, uri] : now.filter((it) => it !== uri);
      emit({ event: "wishesChanged", server });
      if (on) setTimeout(() => emit({ event: "resourceUpdated", server, uri }), 900);
      return null;
    },
    server_wishes: ({ server }) => wishesOf(server),
    give_pictures: ({ server, on }) => {
      wishesOf(server);
      wishes.get(server).pictures = on;
      return wishesOf(server);
    },
    set_level: ({ server, level }) => {
      wishesOf(server);
      wishes.get(server).level = level;
      return wishesOf(server);
    },
    // The person's answers are not here: one chooses, the other opens, after a moment.
    choose_folder: async ({ server }) => {
      await new Promise((resolve) => { setTimeout(resolve, 300); });
      const now = wishesOf(server).folders;
      wishes.get(server).folders = [...new Set([...now, "/home/ada/projects/steward"])];
      return wishesOf(server);
    },
    open_link: async ({ url }) => {
      await new Promise((resolve) => { setTimeout(resolve, 300); });
      if (url.startsWith("http:")) refuse("invalid", "this link is not opened: only https addresses are opened, and http ones on this computer", { field: "url" });
      return { opened: true };
    },
    share_folder: ({ server, folder, on }) => {
      const now = wishesOf(server).folders;
      if (on && !folder.startsWith("/home")) refuse("invalid", `there is no folder \`${folder}\``, { field: "folder" });
      wishes.get(server).folders = on ? [...now, folder] : now.filter((it) => it !== folder);
      return wishesOf(server);
    },
  };
}
