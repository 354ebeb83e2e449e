import { expect, test } from "vitest";

import { card, message, noUsage, person, round } from "../../../tests/support/chat";
import { kept, outcome } from "../../../tests/support/rows";
import { filesIn, lastTurn, piecesOf, rowsOf, wordsOf } from "./rows";

const usage = { ...noUsage, input: 10, output: 2, cost: 0.5 };

test("rounds that follow each other are one reply, which tells at its end what it cost in all", () => {
  const rows = rowsOf([
    message(1, person("a")), message(2, round(["b"], { usage, took: 3 })), message(3, round(["c"], { usage: { ...usage, cacheRead: 4 }, took: 4 })),
    message(4, person("d")), message(5, round(["e"])),
  ]);
  expect(rows.map((it) => it.begins)).toEqual([false, true, false, false, true]);
  expect(rows.map((it) => it.sum && [it.sum.usage.input, it.sum.usage.cacheRead, it.sum.usage.cost, it.sum.took])).toEqual([null, null, [20, 4, 1, 7], null, [null, null, null, 5]]);
});

test("what a summary cost is part of the reply that it was written for", () => {
  const summary = { kind: "summary" as const, text: "In short.", facts: [], covers: 2, usage };
  const rows = rowsOf([
    message(1, person("a")), message(2, summary), message(3, round(["b"], { usage, took: 3 })), message(4, round(["c"], { usage, took: 4 })),
    message(5, person("d")), message(6, round(["e"], { usage, took: 1 })),
  ]);
  expect(rows.map((it) => it.sum && [it.sum.usage.input, it.sum.usage.cost])).toEqual([null, null, null, [30, 1.5], null, [10, 0.5]]);
});

test("the last turn begins with what was asked, and is bounded", () => {
  const rows = (...bodies: Parameters<typeof message>[1][]) => rowsOf(bodies.map((it, at) => message(at + 1, it)));
  expect(lastTurn(rows(person("a"), round(["b"]), person("c"), round(["d"]), round(["e"])))).toBe(2);
  expect([lastTurn([]), lastTurn(rows(round(["a"])))]).toEqual([0, 0]);
  expect(lastTurn(rows(person("a"), ...Array.from({ length: 99 }, () => round(["b"]))))).toBe(60);
});

test("calls that stand together are one piece, and only the last piece can grow", () => {
  const pieces = piecesOf(round(["a", { kind: "call", card: card("x") }, { kind: "call", card: card("y") }, "b"]).said);
  expect(pieces.map((it) => (it.piece === "calls" ? it.cards.map((one) => one.id) : [it.text, it.last]))).toEqual([["a", false], ["x", "y"], ["b", true]]);
});

test("the files that results gave are known by their hashes, and the words of a reply are its texts", () => {
  const file = kept("image/png");
  const body = round(["a", { kind: "call", card: card("x", { outcome: outcome({ blocks: [{ type: "media", file }] }) }) }, { kind: "thought", text: "no" }, "b"]);
  expect([...filesIn([message(1, body)]).keys()]).toEqual([file.name]);
  expect(wordsOf(body.said)).toBe("a\n\nb");
});
