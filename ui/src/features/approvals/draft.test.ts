import { expect, test } from "vitest";

import { rule, terms } from "../../../tests/support/models";
import { changesOf, draftOf, markOf, moved, overtaken, termsOf, withAction, withGone, withNew, withTerms, type Draft } from "./draft";

const three = draftOf([rule(1, { tool: "a" }), rule(2, { tool: "b" }), rule(3, { tool: "c" })]);
const order = (draft: Draft) => termsOf(draft).map((it) => it.tool).join("");

/** HOST-63 */
test("what is saved is weighed in the order in which it stands", () => {
  const after = moved(moved(three, 3, -1), 3, -1);
  expect(order(after)).toBe("cab");
  expect(termsOf(after).map((it) => it.priority)).toEqual([100, 100, 100]);
  expect(changesOf(after)).toEqual({ added: 0, changed: 0, removed: 0, reordered: true });
});

test("a rule at the end of its way stays, and one moved there and back is no change", () => {
  expect([moved(three, 1, -1), moved(three, 3, 1), moved(three, 9, 1)]).toEqual([three, three, three]);
  expect(changesOf(moved(moved(three, 1, 1), 1, -1))).toBeNull();
});

test("a new rule stands where it belongs, and each has a name of its own until it is saved", () => {
  const after = withNew(withNew(three, terms({ tool: "xx" })), terms({ tool: "y*", action: "deny" }));
  expect(order(after)).toBe("y*xxabc");
  expect(new Set(after.rows.map((it) => it.key)).size).toBe(5);
  expect(changesOf(after)).toEqual({ added: 2, changed: 0, removed: 0, reordered: false });
});

test("several are changed at once, and what says the same again is no change", () => {
  const after = withAction(three, [1, 3], "deny");
  expect(after.rows.map(markOf)).toEqual(["changed", null, "changed"]);
  expect(termsOf(after).map((it) => it.action)).toEqual(["deny", "ask", "deny"]);
  expect(changesOf(withAction(after, [1, 3], "ask"))).toBeNull();
  expect(changesOf(withTerms(three, 2, terms({ tool: "b", note: "why" })))?.changed).toBe(1);
});

test("what is to go is not saved and can be put back; what was never kept goes at once", () => {
  const after = withGone(withNew(three, terms({ tool: "x" })), [2, -1], true);
  expect(after.rows.map(markOf)).toEqual([null, "gone", null]);
  expect(order(after)).toBe("ac");
  expect(changesOf(after)).toEqual({ added: 0, changed: 0, removed: 1, reordered: false });
  expect(changesOf(withGone(after, [2], false))).toBeNull();
});

test("a draft knows when the rules became others behind its back", () => {
  expect(overtaken(three, three.base)).toBe(false);
  expect(overtaken(three, [...three.base, rule(4)])).toBe(true);
  expect(overtaken(three, three.base.map((it) => ({ ...it, stale: true })))).toBe(true);
});
