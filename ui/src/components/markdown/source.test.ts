import { expect, test } from "vitest";

import { withoutInherited } from "./highlight";
import { mediaIn, sourceOf } from "./source";

const HASH = "ab".repeat(32);

test("formulas keep each of their signs, money is no formula, and code is left alone", () => {
  expect(sourceOf("$a*b*c$ and \\(x_1\\)")).toBe("$a\\*b\\*c$ and \\\\(x_1\\\\)");
  expect(sourceOf("$$\\frac{a}{b}$$")).toBe("$$\\\\frac{a}{b}$$");
  expect(sourceOf("it costs $5 and *not* $6")).toBe("it costs $5 and *not* $6");
  expect(sourceOf("`$a*b*c$`")).toBe("`$a*b*c$`");
  expect(sourceOf("```\n$a*b*c$\n```\nthen $a*b*c$")).toBe("```\n$a*b*c$\n```\nthen $a\\*b\\*c$");
  // A fence whose end is still to come.
  expect(sourceOf("```tex\n\\(a*b\\)")).toBe("```tex\n\\(a*b\\)");
});

test("what hides is written out", () => {
  expect(sourceOf("a\u202eb")).toBe("a\\u{202e}b");
});

test("a kept file is known by its hash alone, also where no link is around it", () => {
  expect(sourceOf(`see media:${HASH}.`)).toBe(`see ![media:${HASH}](media:${HASH}).`);
  expect(sourceOf(`![x](media:${HASH})`)).toBe(`![x](media:${HASH})`);
  expect([mediaIn(`media:${HASH}`), mediaIn("media:../etc/passwd"), mediaIn("https://a/"), mediaIn(undefined)]).toEqual([HASH, null, null, null]);
});

test("no colour hangs on a scope that objects inherit, which cannot be written in a frozen window", () => {
  const theme = { name: "x", settings: [{ scope: ["entity.constructor", "string"], settings: {} }, { scope: "a, toString.b", settings: {} }, { settings: {} }] };
  expect(withoutInherited(theme).settings).toEqual([{ scope: ["string"], settings: {} }, { scope: ["a"], settings: {} }, { settings: {} }]);
});
