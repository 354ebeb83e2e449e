/** A fake app's chat: conversations with branches, a scripted model that streams and calls tools, approvals, stop. */
import { keep } from "./media.mjs";
import { answer } from "./script.mjs";
import { decided, idle, many, person, someTalks } from "./talks.mjs";

const PAGE = 100;

export function chatCommands(scenario, servers, emit, failure, stops) {
  const talks = new Map(someTalks(scenario).map((it) => [it.row.id, begun(it)]));
  const gone = new Map();
  let ids = 0;
  const known = (id) => talks.get(id) ?? raise(failure("invalid", "There is no such conversation.", { field: "conversation" }));

  const told = (talk, event) => {
    talk.revision += 1;
    emit({ ...event, conversation: talk.row.id, revision: talk.revision });
  };
  const changed = (talk) => emit({ event: "conversationChanged", conversation: talk.row });
  const put = (talk, message) => {
    talk.all.set(message.id, message);
    told(talk, { event: "messageChanged", message: shown(talk, message) });
  };
  const turn = (talk, now) => {
    talk.row = { ...talk.row, turn: now };
    told(talk, { event: "turnChanged", turn: now });
  };
  const add = (talk, parent, body) => {
    talk.next += 1;
    const message = { id: talk.next, parent, at: Date.now(), body };
    talk.head = message.id;
    put(talk, message);
    return message;
  };
  /** What the scripted model does its work with. */
  const desk = { told, put, turn, add, stops, emit, servers, failure, shown };

  const say = (talk, parent) => {
    talk.row = { ...talk.row, changed: Date.now() };
    changed(talk);
    talk.stop = answer(desk, talk, parent);
  };
  const busy = (talk) => {
    if (talk.row.turn.state !== "idle") raise(failure("invalid", "The model is still at work here.", { hint: "Stop it first." }));
  };
  const transcript = (talk, before) => {
    const branch = branchOf(talk);
    const end = before === null || before === undefined ? branch.length : branch.findIndex((it) => it.id === before);
    const start = Math.max(0, end - PAGE);
    return { conversation: talk.row, messages: branch.slice(start, end).map((it) => shown(talk, it)), earlier: start > 0, revision: talk.revision };
  };

  return {
    list_conversations: ({ query, before }) => {
      const rows = [...talks.values()].map((it) => found(it, query)).filter((it) => it !== null)
        .sort((a, b) => b.changed - a.changed).filter((it) => before === null || it.changed < before);
      return { conversations: rows.slice(0, PAGE), more: rows.length > PAGE };
    },
    begin_conversation: ({ model, switches: set = [] }) => {
      ids += 1;
      const row = { id: `new-${ids}`, title: "", named: false, glimpse: "", found: null, model: model ?? { provider: 1, model: "claude-sonnet-4-5" }, changed: Date.now(), turn: idle };
      talks.set(row.id, begun({ row, all: [] }));
      for (const it of set) if (!it.on) talks.get(row.id).off.add(it.tool === null ? it.server : `${it.server}/${it.tool}`);
      changed(talks.get(row.id));
      return row;
    },
    open_conversation: ({ conversation, before }) => transcript(known(conversation), before),
    send_message: ({ conversation, parts, replaces }) => {
      const talk = known(conversation);
      busy(talk);
      const parent = replaces === null ? talk.head : talk.all.get(replaces).parent;
      const message = add(talk, parent, person(...parts));
      const words = parts.flatMap((it) => (it.kind === "text" ? [it.text] : [])).join(" ");
      if (!talk.row.named && !talk.row.title) talk.row = { ...talk.row, title: words.slice(0, 60) };
      talk.row = { ...talk.row, glimpse: words };
      say(talk, message.id);
      return shown(talk, message);
    },
    go_on: ({ conversation, replaces }) => {
      const talk = known(conversation);
      busy(talk);
      say(talk, replaces === null ? talk.head : talk.all.get(replaces).parent);
      return null;
    },
    stop_turn: ({ conversation }) => {
      known(conversation).stop?.();
      return null;
    },
    show_branch: ({ conversation, message }) => {
      const talk = known(conversation);
      talk.head = message;
      for (let next = childOf(talk, message); next; next = childOf(talk, next.id)) talk.head = next.id;
      talk.revision += 1;
      return transcript(talk, null);
    },
    copy_conversation: ({ conversation, message }) => {
      const talk = known(conversation);
      ids += 1;
      const all = branchOf(talk).filter((it) => it.id <= message);
      const row = { ...talk.row, id: `copy-${ids}`, title: `${talk.row.title} (branch)`, changed: Date.now(), turn: idle };
      talks.set(row.id, begun({ row, all }));
      changed(talks.get(row.id));
      return row;
    },
    rename_conversation: ({ conversation, title }) => {
      const talk = known(conversation);
      talk.row = { ...talk.row, title: title || "As it began", named: title !== "" };
      changed(talk);
      return talk.row;
    },
    remove_conversation: ({ conversation }) => {
      gone.set(conversation, known(conversation));
      talks.delete(conversation);
      emit({ event: "conversationRemoved", conversation });
      return null;
    },
    restore_conversation: ({ conversation }) => {
      const talk = gone.get(conversation) ?? raise(failure("invalid", "It is gone for good."));
      talks.set(conversation, talk);
      changed(talk);
      return talk.row;
    },
    save_conversation: ({ conversation, format }) => ({ path: `/home/ada/${known(conversation).row.title.replace(/\W+/g, "-").toLowerCase()}.${format === "json" ? "json" : "md"}` }),
    choose_model: ({ conversation, model }) => {
      const talk = known(conversation);
      talk.row = { ...talk.row, model };
      changed(talk);
      return talk.row;
    },
    tools_to_begin_with: ({ switches: set }) => switches({ off: new Set(set.filter((it) => !it.on).map((it) => (it.tool === null ? it.server : `${it.server}/${it.tool}`))) }, servers),
    conversation_tools: ({ conversation }) => switches(known(conversation), servers),
    switch_in_conversation: ({ conversation, server, tool, on }) => {
      const talk = known(conversation);
      talk.off[on ? "delete" : "add"](tool === null ? server : `${server}/${tool}`);
      return switches(talk, servers);
    },
    attach_file: ({ name, mime, data }) => {
      if (data.length > 28_000_000) raise(failure("invalid", `\`${name}\` is larger than 20 MB.`, { hint: "Attach a smaller one." }));
      if (mime.startsWith("image/")) return { kind: "picture", name, mime, hash: keep(mime, data).name, size: atob(data).length };
      if (mime === "application/octet-stream") raise(failure("invalid", `\`${name}\` is no text and no picture.`));
      return { kind: "file", name, mime: mime || "text/plain", text: atob(data) };
    },
    attach_resource: async ({ server, uri }) => {
      await new Promise((resolve) => { setTimeout(resolve, 200); });
      if (uri.endsWith("gone")) raise(failure("call_failed", "the server says: Resource not found"));
      return { kind: "resource", server, uri, mime: "text/plain", text: `# ${uri}` };
    },
    attach_prompt: ({ server, name, arguments: args }) => ({ kind: "prompt", server, name, text: `${name}: ${JSON.stringify(args)}` }),
    decide_call: ({ conversation, call, shown: seen, verdict }) => {
      const talk = known(conversation);
      const decide = talk.waiting.get(call);
      if (decide) decide(verdict, seen);
      else settleSeed(desk, talk, call, verdict);
      return null;
    },
    model_saw: ({ call }) => ({ text: `The result of ${call}, as the model got it:\n\n42`, size: 45, tokens: 12 }),
    // For tests of size: as many messages as wanted, in a conversation of their own.
    grow_conversation: ({ count }) => {
      talks.set("grown", begun({ row: { ...[...talks.values()][0].row, id: "grown", title: "Grown" }, all: many(count) }));
      return null;
    },
  };
}

function begun({ row, all }) {
  const last = all.at(-1);
  const glimpse = row.glimpse || wordsIn(last).slice(0, 120);
  return { row: { ...row, glimpse }, all: new Map(all.map((it) => [it.id, it])), head: last?.id ?? null, next: last?.id ?? 0, revision: 7, off: new Set(), waiting: new Map(), stop: null };
}

function branchOf(talk) {
  const branch = [];
  for (let at = talk.all.get(talk.head); at; at = talk.all.get(at.parent)) branch.unshift(at);
  return branch.length > 1000 ? [...talk.all.values()] : branch;
}

function childOf(talk, id) {
  return [...talk.all.values()].findLast((it) => it.parent === id);
}

function shown(talk, message) {
  const siblings = talk.all.size > 1000 ? [message.id] : [...talk.all.values()].filter((it) => it.parent === message.parent).map((it) => it.id);
  return structuredClone({ ...message, siblings });
}

function wordsIn(message) {
  if (!message) return "";
  const { body } = message;
  if (body.kind === "person") return body.parts.flatMap((it) => (it.kind === "text" ? [it.text] : [])).join(" ");
  return body.kind === "round" ? body.said.flatMap((it) => (it.kind === "text" ? [it.text] : [])).join(" ") : body.text;
}

/** The row, if the words are in it, with where they were found. */
function found(talk, query) {
  if (!query) return talk.row;
  const low = query.toLowerCase();
  if (talk.row.title.toLowerCase().includes(low) && talk.all.size > 1000) return talk.row;
  for (const message of talk.all.size > 1000 ? [] : talk.all.values()) {
    const words = wordsIn(message);
    const at = words.toLowerCase().indexOf(low);
    if (at < 0) continue;
    const from = Math.max(0, at - 30);
    return { ...talk.row, found: { text: words.slice(from, at + 80), hits: [[at - from, at - from + query.length]] } };
  }
  return talk.row.title.toLowerCase().includes(low) ? talk.row : null;
}

function switches(talk, servers) {
  const all = [...servers.values()].filter((it) => it.tools > 0).map((it) => {
    const tools = Array.from({ length: Math.min(it.tools, 12) }, (_, n) => ({ name: `${it.name}_tool_${n}`, title: null, on: !talk.off.has(`${it.name}/${it.name}_tool_${n}`), tokens: 80 + n * 11, unfit: it.name === "filesystem" && n === 2 ? "its schema refers to another file" : null }));
    const on = !talk.off.has(it.name);
    return { server: it.name, title: it.title, ready: it.state.state === "ready", on, tokens: on ? tools.filter((one) => one.on).reduce((sum, one) => sum + one.tokens, 0) : 0, tools };
  });
  const on = all.filter((it) => it.on).reduce((sum, it) => sum + it.tools.filter((one) => one.on).length, 0);
  return { servers: all, on, limit: 128, tokens: all.reduce((sum, it) => sum + it.tokens, 0), words: ["Slack began switched off: with it the model would get more than 128 tools."] };
}

/** A card that waited from the beginning: there is no model behind it, so that the card alone goes on. */
function settleSeed(desk, talk, id, verdict) {
  const message = [...talk.all.values()].find((it) => it.body.kind === "round" && it.body.said.some((one) => one.kind === "call" && one.card.id === id));
  if (!message) raise(desk.failure("not_waiting", "This call does not wait any more."));
  const said = message.body.said.map((it) => (it.kind === "call" && it.card.id === id ? { kind: "call", card: decided(it.card, verdict) } : it));
  talk.all.set(message.id, { ...message, body: { ...message.body, said } });
  desk.told(talk, { event: "cardChanged", message: message.id, card: said.find((it) => it.kind === "call" && it.card.id === id).card });
  if (!said.some((it) => it.kind === "call" && it.card.state === "pending")) desk.turn(talk, idle);
}

function raise(it) {
  throw it;
}
