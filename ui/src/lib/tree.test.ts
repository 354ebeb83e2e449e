import { expect, test } from "vitest";

import { ENTRIES_AT_ONCE, pathText, treeRows, valueText, type TreeView } from "./tree";

const view = (more: Partial<TreeView> = {}): TreeView => ({ toggled: new Map(), drawn: new Map(), search: "", ...more });
const value = { a: { b: { c: 1 } }, list: [{ name: "Pen" }, { name: "Ink" }], "unit price": null };
const paths = (of: unknown, more: Partial<TreeView> = {}) =>
  treeRows(of, view(more)).map((it) => (it.row === "more" ? `+${it.left}` : pathText(it.steps)));

test("a tree is open to two levels, and what was toggled is as it was left", () => {
  expect(paths(value)).toEqual([
    "$.a", "$.a.b", "$.list", "$.list[0]", "$.list[1]", '$["unit price"]',
  ]);
  const toggled = new Map([['["a"]', false], ['["list",1]', true]]);
  expect(paths(value, { toggled })).toEqual(["$.a", "$.list", "$.list[0]", "$.list[1]", "$.list[1].name", '$["unit price"]']);
});

test("a search leaves what holds the text, and opens what leads to it", () => {
  expect(paths(value, { search: "INK" })).toEqual(["$.list", "$.list[1]", "$.list[1].name"]);
  expect(paths(value, { search: "price" })).toEqual(['$["unit price"]']);
  expect(paths(value, { search: "nowhere" })).toEqual([]);
});

test("what is found by its name holds all of its entries", () => {
  const opened = new Map([['["a","b"]', true]]);
  expect(paths(value, { search: "b", toggled: opened })).toEqual(["$.a", "$.a.b", "$.a.b.c"]);
});

test("long lists are drawn bit by bit", () => {
  const long = Array.from({ length: ENTRIES_AT_ONCE + 7 }, (_, n) => n);
  expect(paths(long)).toHaveLength(ENTRIES_AT_ONCE + 1);
  expect(paths(long).at(-1)).toBe("+7");
  expect(paths(long, { drawn: new Map([["[]", 1000]]) })).toHaveLength(long.length);
});

test("a value nested fifty thousand times is gone into a hundred times", () => {
  let deep: unknown = "end";
  for (let n = 0; n < 50_000; n += 1) deep = [deep];
  expect(paths(deep)).toHaveLength(2);
  const toggled = new Map(Array.from({ length: 200 }, (_, n) => [JSON.stringify(Array.from({ length: n }, () => 0)), true]));
  expect(paths(deep, { toggled })).toHaveLength(100);
  expect(paths(deep, { search: "end" })).toEqual([]);
});

test("what hides is written out as in JSON, so that no text can be taken for an escape", () => {
  expect(valueText('a\u202e"\\u{202e}\n')).toBe('"a\\u{202e}\\"\\\\u{202e}\\n"');
  expect(valueText(9007199254740993n)).toBe("9007199254740993");
});
