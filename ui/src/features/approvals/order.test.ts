import { expect, test } from "vitest";

import { terms } from "../../../tests/support/models";
import type { RuleTerms } from "../../backend/wire";
import { byNature, placeOf, prioritised } from "./order";

const deny = (tool: string, more: Partial<RuleTerms> = {}) => terms({ tool, action: "deny", ...more });
const allow = (tool: string, more: Partial<RuleTerms> = {}) => terms({ tool, action: "allow", ...more });
const ask = (tool: string) => terms({ tool });

/** As the app looks at them. */
const weighed = (rules: RuleTerms[]) => [...rules].sort((a, b) => a.priority - b.priority || byNature(a, b)).map((it) => `${it.action} ${it.tool}`);
const said = (rules: RuleTerms[]) => rules.map((it) => `${it.action} ${it.tool}`);

/** HOST-63 */
test("of one priority a no comes first, then what is said of less", () => {
  const order = [deny("*"), allow("x", { conversation: "c" }), allow("one_tool"), ask("a"), allow("a"), allow("a*", { below: "/x" }), allow("a*", { server: "s" }), allow("a*"), ask("*"), allow("*")];
  order[2] = allow("one_tool", { server: "s" });
  expect(said([...order].reverse().sort(byNature))).toEqual(said(order));
});

test("rules in their natural order need no priority of their own", () => {
  expect(prioritised([deny("a"), allow("b"), ask("*")]).map((it) => it.priority)).toEqual([100, 100, 100]);
  expect(prioritised([])).toEqual([]);
});

test("whatever the order, it is the one in which they are weighed", () => {
  const orders = [
    [allow("write", { below: "/notes" }), deny("write_*"), ask("*")], [ask("*"), allow("a"), deny("b")], [allow("*"), deny("*"), allow("*"), deny("*")],
    [ask("*"), allow("b"), allow("a")], [allow("a"), allow("a")],
  ];
  expect(orders.map((it) => weighed(prioritised(it)))).toEqual(orders.map(said));
});

test("a yes on a card is weighed behind every no, and a no on a card before what is not put before one", () => {
  const order = prioritised([allow("write", { below: "/notes" }), deny("write_*"), allow("*"), allow("read")]);
  const after = (card: RuleTerms) => weighed([...order, { ...card, priority: 100 }]);
  expect(after(allow("write_file"))).toEqual(["allow write", "deny write_*", "allow write_file", "allow *", "allow read"]);
  expect(after(deny("x"))).toEqual(["allow write", "deny x", "deny write_*", "allow *", "allow read"]);
});

test("a new rule stands where it belongs, and a yes never before a no", () => {
  const others = [deny("a"), allow("one"), ask("*")];
  expect([deny("long_name"), allow("longer"), ask("x*"), allow("*")].map((it) => placeOf(it, others))).toEqual([0, 1, 2, 3]);
  expect(placeOf(allow("longer"), [allow("x"), deny("y")])).toBe(2);
  expect(placeOf(allow("x"), [])).toBe(0);
});
