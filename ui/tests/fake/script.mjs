/** What the fake model does: it streams, thinks, calls one tool or two at once, waits, fails, writes a lot. */
import { call, decided, redrawn, idle, MARKDOWN, NOTHING, outcome, text } from "./talks.mjs";

/** As often as the app tells of a reply that grows. */
const STEP = 33;

/** Begins a turn; returns how it is stopped. */
export function answer(desk, talk, parent) {
  const asked = wordsOf(talk.all.get(parent));
  const state = { stopped: false, message: null };
  const ends = [];
  const stop = () => {
    if (state.stopped) return;
    state.stopped = true;
    ends.forEach((it) => it());
  };
  const wait = (milliseconds) => new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    ends.push(() => { clearTimeout(timer); resolve(); });
  });
  void play({ desk, talk, parent, asked, state, wait }).then(() => {
    if (state.stopped && state.message) close(desk, talk, state.message, "stopped");
    desk.turn(talk, { ...idle, canGoOn: state.stopped });
  });
  return stop;
}

async function play(scene) {
  const { desk, talk, asked, wait } = scene;
  if (/busy/.test(asked)) {
    desk.turn(talk, { state: "asking", retry: { attempt: 2, at: Date.now() + 4000, words: "the model is overloaded" } });
    await wait(4000);
  }
  desk.turn(talk, { state: "asking", retry: null });
  await wait(60);
  if (/fail/.test(asked)) return begin(scene, { state: "failed", words: "the provider answers with status 401: the key is not valid. Set the key anew, then try again" });
  if (/two calls/.test(asked)) return twoCalls(scene);
  if (/changes its tool/.test(asked)) return changingCall(scene);
  if (/sum/.test(asked)) return oneCall(scene);
  if (/15 kB/.test(asked)) return write(scene, `${MARKDOWN}\n\n`.repeat(16).slice(0, 15_000), 40);
  return write(scene, `You said: ${asked}\n\nHere is **what I know** of it, and a list:\n\n- one\n- two\n\n\`\`\`js\nconst answer = 6 * 7;\n\`\`\``, 12, true);
}

function begin({ desk, talk, parent, state }, more = {}) {
  state.message = desk.add(talk, state.message?.id ?? parent, { kind: "round", provider: "Anthropic", model: talk.row.model?.model ?? "none", said: [], state: "writing", words: null, usage: NOTHING, took: 0, ...more });
  return state.message;
}

/** Writes a text bit by bit. */
async function write(scene, words, size, thinks = false) {
  const { desk, talk, state, wait } = scene;
  const message = begin(scene);
  const began = Date.now();
  const grow = (piece, thought, more) => {
    const said = message.body.said;
    const kind = thought ? "thought" : "text";
    said[piece] = { kind, text: (said[piece]?.text ?? "") + more };
    desk.told(talk, { event: "replyGrew", message: message.id, piece, thought, text: more });
  };
  if (thinks) for (const one of ["The person ", "said something. ", "I will say it back."]) { if (!state.stopped) { grow(0, true, one); await wait(STEP); } }
  for (let at = 0; at < words.length && !state.stopped; at += size) {
    grow(thinks ? 1 : 0, false, words.slice(at, at + size));
    await wait(STEP);
  }
  if (!state.stopped) close(desk, talk, message, "done", Date.now() - began);
}

async function oneCall(scene) {
  await write(scene, "I will add them.", 8);
  if (scene.state.stopped) return;
  await calls(scene, [call("", "everything", "get-sum", { a: 2, b: 40 }).card]);
  if (!scene.state.stopped) await write(scene, "The sum is **42**.", 6);
}

/** Two at once: one runs by itself and tells how far it is, the other waits for the person. */
async function twoCalls(scene) {
  await write(scene, "I will do both at once.", 8);
  if (scene.state.stopped) return;
  await calls(scene, [
    { ...call("", "demo", "slow", { seconds: 2 }).card, slow: true },
    { ...call("", "filesystem", "write_file", { path: "/home/ada/notes.md", content: "# Notes" }).card, asks: true, notes: [{ kind: "destructive" }] },
  ]);
  if (!scene.state.stopped) await write(scene, "Both are done.", 6);
}

/** One that waits, of a tool that is another by the time the person says something of it. */
async function changingCall(scene) {
  await write(scene, "I will write it.", 8);
  if (scene.state.stopped) return;
  await calls(scene, [{ ...call("", "filesystem", "write_file", { path: "/home/ada/notes.md" }).card, asks: true, changes: true }]);
  if (!scene.state.stopped) await write(scene, "It is written.", 6);
}

let count = 0;

async function calls({ desk, talk, state, wait }, wanted) {
  const message = state.message;
  const cards = wanted.map(({ slow, asks, changes, ...card }) => {
    count += 1;
    const shown = asks ? { registration: "r1", digest: "d1" } : null;
    return { slow, asks, changes, card: { ...card, shown, id: `live-${count}`, state: asks ? "pending" : "running", decided: asks ? null : "rule", asked: Date.now(), started: asks ? null : Date.now(), ended: null, outcome: null } };
  });
  const put = (card) => {
    const at = message.body.said.findIndex((it) => it.kind === "call" && it.card.id === card.id);
    if (at < 0) message.body.said.push({ kind: "call", card });
    else message.body.said[at] = { kind: "call", card };
    desk.told(talk, { event: "cardChanged", message: message.id, card });
  };
  cards.forEach((it) => put(it.card));
  desk.turn(talk, { state: "calling" });
  await Promise.all(cards.map(async ({ slow, asks, changes, card }) => {
    if (asks) {
      const verdict = await new Promise((resolve) => {
        const now = changes ? redrawn(card) : card;
        talk.waiting.set(card.id, (said, shown) => {
          if (said !== "deny" && said !== "never" && shown?.digest !== now.shown.digest) {
            put(now);
            throw desk.failure("tool_changed", "The tool changed while this waited.", { hint: "Look at it again." });
          }
          resolve(said);
        });
        void wait(600_000).then(() => resolve(null));
      });
      talk.waiting.delete(card.id);
      if (verdict === null) return put({ ...card, state: "cancelled", ended: Date.now() });
      return put(decided(card, verdict));
    }
    let stopped = false;
    desk.stops.set(card.id, () => { stopped = true; });
    for (let step = 1; step <= (slow ? 10 : 1) && !stopped && !state.stopped; step += 1) {
      if (slow) desk.emit({ event: "callProgressed", call: card.id, done: step, total: 10, message: `Step ${step} of 10` });
      await wait(200);
    }
    if (stopped || state.stopped) return put({ ...card, state: "cancelled", ended: Date.now() });
    return put({ ...card, state: "done", ended: Date.now(), outcome: outcome([text(slow ? "Took 2 s in 10 steps." : "42")]) });
  }));
}

function close(desk, talk, message, state, took = 800) {
  message.body = { ...message.body, state, took, usage: state === "done" ? { ...NOTHING, input: 1200, output: 80, cacheRead: 900, cost: 0.0012 } : NOTHING };
  desk.put(talk, message);
}

function wordsOf(message) {
  return message?.body.kind === "person" ? message.body.parts.flatMap((it) => (it.kind === "text" ? [it.text] : [])).join(" ") : "more";
}
