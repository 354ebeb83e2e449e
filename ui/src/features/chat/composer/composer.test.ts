import { expect, test } from "vitest";

import { canSend, NOTHING, partsIn } from "../drafts";
import { fits, mentionAt, without } from "./mention";
import { groupsOf, type OneModel } from "./models";

test("a resource is named after any space, a prompt only where the message begins", () => {
  expect(mentionAt("see @not", 8)).toEqual({ kind: "resource", from: 4, query: "not" });
  expect(mentionAt("/rev", 4)).toEqual({ kind: "prompt", from: 0, query: "rev" });
  expect(mentionAt("  /rev", 6)).toEqual({ kind: "prompt", from: 2, query: "rev" });
  expect([mentionAt("a /rev", 6), mentionAt("ada@example.com", 15), mentionAt("/usr/bin and", 12), mentionAt("@a b", 4)]).toEqual([null, null, null, null]);
  // The cursor says which is meant.
  expect(mentionAt("@one and @two", 4)).toEqual({ kind: "resource", from: 0, query: "one" });
});

test("what was named goes out of the text, and the rest stays", () => {
  expect(without("see @no and go", { kind: "resource", from: 4, query: "no" }, 7)).toEqual({ text: "see and go", cursor: 4 });
});

test("words fit in any order and any case", () => {
  expect([fits("MD today", "today.md"), fits("", "x"), fits("b", "a")]).toEqual([true, true, false]);
});

const model = (id: string, provider: string, favourite = false): OneModel => ({ ref: { provider: provider.length, model: id }, title: null, provider, favourite });

test("favourites of all providers stand first, then the others by provider, and a search leaves what fits", () => {
  const all = [model("a", "one"), model("b", "one", true), model("c", "two!"), model("d", "two!", true)];
  const names = (search: string) => groupsOf(all, search).map((it) => [it.name, it.models.map((one) => one.ref.model)]);
  expect(names("")).toEqual([[null, ["b", "d"]], ["one", ["a"]], ["two!", ["c"]]]);
  expect(names("two")).toEqual([[null, ["d"]], ["two!", ["c"]]]);
  expect(names("nothing")).toEqual([]);
});

test("what goes along is sent before the words, and nothing is sent while a part of it is missing", () => {
  const part = { kind: "file", name: "a", mime: "text/plain", text: "x" } as const;
  expect(partsIn({ ...NOTHING, text: " hi ", attached: [{ id: "1", part }] })).toEqual([part, { kind: "text", text: "hi" }]);
  expect([canSend({ ...NOTHING, text: "  " }), canSend({ ...NOTHING, attached: [{ id: "1", part }] }), canSend({ ...NOTHING, text: "hi", attached: [{ id: "1", name: "a" }] })]).toEqual([false, true, false]);
});
