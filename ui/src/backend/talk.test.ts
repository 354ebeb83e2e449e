import { expect, test } from "vitest";

import { card, conversation, idle, message, person, round, transcript } from "../../tests/support/chat";
import { foldTalk, readOver, stopped, talkFrom, withEarlier, type Talk } from "./talk";
import type { MessageView, Transcript, UiEvent } from "./wire";

/** The same numbers for the same seed. */
function dice(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

/** An app that does something at random, tells of it, and can be read at any time. */
function someApp(roll: (most: number) => number) {
  const all = new Map<number, MessageView>();
  let head = 0;
  let turn: Talk["conversation"]["turn"] = idle;
  const events: UiEvent[] = [];
  const snapshots: Transcript[] = [];
  const branch = () => {
    const path: MessageView[] = [];
    for (let at = all.get(head); at; at = at.parent === null ? undefined : all.get(at.parent)) path.unshift(at);
    return path;
  };
  const read = (): Transcript => structuredClone(transcript(branch(), { conversation: conversation("c", { turn }), revision: events.length }));
  const tell = (more: object) => {
    events.push(structuredClone({ conversation: "c", revision: events.length + 1, ...more }) as UiEvent);
    snapshots.push(read());
  };
  const add = (parent: number | null) => {
    head = all.size + 1;
    const body = roll(2) ? person(`said ${head}`) : round([], { state: "writing" });
    const siblings = [...[...all.values()].filter((it) => it.parent === parent).map((it) => it.id), head];
    all.set(head, message(head, body, { parent, siblings }));
    tell({ event: "messageChanged", message: all.get(head) });
  };
  const onRound = (change: (body: ReturnType<typeof round>, id: number) => void) => {
    const rounds = branch().filter((it) => it.body.kind === "round");
    const it = rounds[roll(rounds.length)];
    if (it?.body.kind === "round") change(it.body, it.id);
  };
  const steps = [
    () => add(branch().at(-1)?.id ?? null),
    () => add(branch()[roll(branch().length)]?.id ?? null),
    () => onRound((body, id) => {
      const last = body.said.at(-1);
      const text = `piece ${events.length} `;
      if (last?.kind === "text") last.text += text;
      else body.said.push({ kind: "text", text });
      tell({ event: "replyGrew", message: id, piece: body.said.length - 1, thought: false, text });
    }),
    () => onRound((body, id) => {
      const known = body.said.find((it) => it.kind === "call");
      if (known?.kind === "call") known.card = { ...known.card, state: roll(2) ? "running" : "done" };
      else body.said.push({ kind: "call", card: card(`call-${id}`) });
      const now = body.said.find((it) => it.kind === "call");
      tell({ event: "cardChanged", message: id, card: now?.kind === "call" ? now.card : null });
    }),
    () => onRound((body, id) => {
      body.state = "done";
      tell({ event: "messageChanged", message: all.get(id) });
    }),
    () => {
      turn = roll(2) ? { state: "calling" } : idle;
      tell({ event: "turnChanged", turn });
    },
  ];
  snapshots.push(read());
  add(null);
  return { step: () => steps[roll(steps.length)]?.(), events, snapshots };
}

const folded = (from: Talk | null, events: readonly UiEvent[]) => events.reduce<Talk | null>((talk, event) => talk && foldTalk(talk, event), from);
const bare = (talk: Talk | null) => talk && { conversation: talk.conversation, messages: talk.messages, revision: talk.revision };

/** HOST-25 */
test("what was read at any moment and the events since are what all events make, whatever was heard before", () => {
  for (let seed = 1; seed <= 120; seed += 1) {
    const roll = dice(seed);
    const app = someApp(roll);
    for (let n = 0; n < 60; n += 1) app.step();
    const at = roll(app.snapshots.length);
    const from = roll(at + 1);
    const read = app.snapshots[at];
    const now = app.snapshots.at(-1);
    if (!read || !now) throw new Error("there is no snapshot");
    // What was told while it was read is heard again; what is in it already changes nothing.
    const talk = folded(talkFrom(structuredClone(read)), app.events.slice(from));
    expect(bare(talk), `seed ${seed}, read at ${at}, heard from ${from}`).toEqual(bare(talkFrom(now)));
  }
});

test("an event that is missing in between is noticed, and the conversation is read again", () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const app = someApp(dice(seed));
    for (let n = 0; n < 20; n += 1) app.step();
    const [first] = app.snapshots;
    if (!first) throw new Error("there is no snapshot");
    const lost = 1 + dice(seed)(app.events.length - 2);
    expect(folded(talkFrom(first), app.events.toSpliced(lost, 1)), `seed ${seed}, lost ${lost}`).toBeNull();
  }
});

const grew = (revision: number, of: number, text: string, piece = 0): UiEvent => ({ event: "replyGrew", conversation: "c", revision, message: of, piece, thought: false, text });
const textIn = (talk: Talk | null, id: number) => {
  const body = talk?.messages.find((it) => it.id === id)?.body;
  return body?.kind === "round" ? body.said.flatMap((it) => (it.kind === "text" ? [it.text] : [])) : null;
};

test("a page above that was read later than what is held takes no event twice", () => {
  const held = talkFrom(transcript([message(3, person("x"))], { earlier: true, revision: 4 }));
  const page = transcript([message(1, person("y")), message(2, round(["ab"]))], { revision: 6 });
  const talk = withEarlier(held, page, 3);
  // The fifth and sixth are in the page already; the seventh is not.
  const now = folded(talk, [grew(5, 2, "a"), grew(6, 2, "b"), grew(7, 2, "c")]);
  expect([textIn(now, 2), now?.revision, now?.ahead]).toEqual([["abc"], 7, []]);
  expect([talk.grewAtStart, now?.grewAtStart, talk.earlier]).toEqual([true, false, false]);
});

test("a page that no longer fits above what is held is left out", () => {
  const held = talkFrom(transcript([message(5, person("x"))], { earlier: true }));
  expect(withEarlier(held, transcript([message(1, person("y"))]), 3)).toBe(held);
});

test("what was read again keeps what is held above it, where both fit together", () => {
  const held = talkFrom(transcript([message(1, person("a")), message(2, round(["b"])), message(3, person("c"))]));
  const read = transcript([message(3, person("c")), message(4, round(["d"]))], { earlier: true, revision: 9 });
  expect(readOver(held, read).messages.map((it) => it.id)).toEqual([1, 2, 3, 4]);
  const other = transcript([message(9, person("c"), { parent: 7 })], { earlier: true });
  expect(readOver(held, other).messages.map((it) => it.id)).toEqual([9]);
});

test("a message that stands in place of an earlier one takes what followed away", () => {
  const talk = talkFrom(transcript([message(1, person("a")), message(2, round(["b"])), message(3, person("c"))]));
  const event = { event: "messageChanged", conversation: "c", revision: 1, message: message(4, person("d"), { parent: null, siblings: [1, 4] }) } as const;
  expect(foldTalk(talk, event)?.messages.map((it) => it.id)).toEqual([4]);
});

test("of another conversation nothing is taken, and a piece that cannot be next is no guess", () => {
  const talk = talkFrom(transcript([message(1, round(["a"]))]));
  expect(foldTalk(talk, { ...grew(1, 1, "x"), conversation: "other" } as UiEvent)).toBe(talk);
  expect(foldTalk(talk, grew(1, 1, "x", 5))).toBeNull();
});

test("a row that is told later than its turn does not bring the turn back", () => {
  const talk = talkFrom(transcript([], { revision: 3 }));
  const row = conversation("c", { title: "New", turn: { state: "calling" } });
  const now = foldTalk(talk, { event: "conversationChanged", conversation: row });
  expect([now?.conversation.title, now?.conversation.turn]).toEqual(["New", idle]);
});

/** HOST-33 */
test("a stop is shown before the app has said so", () => {
  const talk = stopped(talkFrom(transcript([message(1, round(["a"], { state: "writing" }))], { conversation: conversation("c", { turn: { state: "asking", retry: null } }) })));
  expect([talk.conversation.turn.state, talk.messages[0]?.body]).toEqual(["idle", round(["a"], { state: "stopped" })]);
});
