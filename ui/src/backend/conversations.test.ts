import { expect, test } from "vitest";

import { conversation } from "../../tests/support/chat";
import { foldConversations, withOlderRows, withRow } from "./conversations";
import type { ConversationList, UiEvent } from "./wire";

const list = (...all: [string, number][]): ConversationList => ({ conversations: all.map(([id, changed]) => conversation(id, { changed })), more: false });
const ids = (it: ConversationList) => it.conversations.map((row) => row.id);
const changed = (id: string, at: number, title = id): UiEvent => ({ event: "conversationChanged", conversation: conversation(id, { changed: at, title }) });

test("what was said last stands first, and nothing stands twice", () => {
  expect(ids(foldConversations(list(["a", 9], ["b", 5]), changed("b", 10), false))).toEqual(["b", "a"]);
  expect(ids(foldConversations(list(["a", 9], ["b", 5]), changed("c", 7), false))).toEqual(["a", "c", "b"]);
});

test("one that is older than all that was read waits for its page", () => {
  const more = { ...list(["a", 9]), more: true };
  expect(ids(withRow(more, conversation("z", { changed: 1 })))).toEqual(["a"]);
  expect(ids(withRow(list(["a", 9]), conversation("z", { changed: 1 })))).toEqual(["a", "z"]);
});

test("a search keeps what it found and grows by nothing", () => {
  const found = { text: "words", hits: [[0, 5] as [number, number]] };
  const searched: ConversationList = { conversations: [conversation("a", { found })], more: false };
  const now = foldConversations(foldConversations(searched, changed("a", 3, "Other"), true), changed("b", 4), true);
  expect(now.conversations).toEqual([conversation("a", { found, title: "Other", changed: 3 })]);
});

test("one that is removed goes, and what goes on in one is told in its row", () => {
  const now = foldConversations(list(["a", 9], ["b", 5]), { event: "conversationRemoved", conversation: "a" }, false);
  const busy = foldConversations(now, { event: "turnChanged", conversation: "b", revision: 4, turn: { state: "waiting" } }, false);
  expect(busy.conversations.map((it) => [it.id, it.turn.state])).toEqual([["b", "waiting"]]);
});

test("an older page comes below, without what is there already", () => {
  expect(ids(withOlderRows(list(["a", 9], ["b", 5]), list(["b", 5], ["c", 1])))).toEqual(["a", "b", "c"]);
});
