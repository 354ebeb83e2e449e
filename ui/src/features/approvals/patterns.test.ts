import { expect, test } from "vitest";

import { rule, terms } from "../../../tests/support/models";
import { draftOf } from "./draft";
import { fits, isSweeping, isWhole, kindOf, silencedBy } from "./patterns";

test("a pattern is every tool, one, or some", () => {
  expect(["*", "**", "read", "read_*", "*e*"].map(kindOf)).toEqual(["all", "all", "one", "some", "some"]);
});

test("a star stands for any run of characters, and for nothing else", () => {
  const good = [["*", ""], ["read", "read"], ["read_*", "read_"], ["*_file", "read_file"], ["a*c*e", "abcde"], ["a**b", "ab"], ["*a*", "bab"]] as const;
  const bad = [["read", "read_file"], ["read_*", "reread_x"], ["a*a", "a"], ["a*bc*c", "abc"], ["A*", "ab"], ["a.c", "abc"], ["", "x"]] as const;
  expect(good.filter(([pattern, name]) => !fits(pattern, name))).toEqual([]);
  expect(bad.filter(([pattern, name]) => fits(pattern, name))).toEqual([]);
});

test("a pattern of many stars is weighed at once", () => {
  expect(fits(`${"a*".repeat(200)}b`, "a".repeat(5000))).toBe(false);
});

test("a rule that an earlier one decides for is never heard, and says which", () => {
  const at = (...rules: Parameters<typeof draftOf>[0]) => draftOf(rules).rows.map((_, row, rows) => silencedBy(rows, row));
  expect(at(rule(1, { tool: "read_*" }), rule(2, { server: "a", tool: "read_file" }), rule(3, { tool: "*" }), rule(4, { tool: "read_*" }))).toEqual([0, 1, 0, 1]);
  expect(at(rule(1, { server: "a" }), rule(2, { server: "b" }), rule(3))).toEqual([0, 0, 0]);
  const narrow = [{ below: "/x" }, { conversation: "c" }, { expires: 9 }, { digest: "d" }];
  expect(narrow.map((it) => at(rule(1, it), rule(2))[1])).toEqual([0, 0, 0, 0]);
  expect(at(rule(1, { tool: "a*" }), rule(2, { tool: "*a" }))).toEqual([0, 0]);
  const rows = draftOf([rule(1), rule(2)]).rows.map((it, row) => ({ ...it, gone: row === 0 }));
  expect(silencedBy(rows, 1)).toBe(0);
});

test("what lets everything run is known, and what is narrowed is not that", () => {
  expect(isSweeping(terms({ action: "allow" }))).toBe(true);
  const narrow = [{ tool: "a" }, { below: "/x" }, { expires: 1 }, { conversation: "c" }, { action: "deny" as const }];
  expect(narrow.map((it) => isSweeping(terms({ action: "allow", ...it })))).toEqual(Array(5).fill(false));
});

test("a folder is given from the root on", () => {
  expect(["/", "/home/ada", "C:\\x", "c:/x", "\\\\host\\share"].map(isWhole)).toEqual(Array(5).fill(true));
  expect(["", "notes", "~/notes", "./x", "file:///x"].map(isWhole)).toEqual(Array(5).fill(false));
});
