import { expect, test } from "vitest";

import { asText, holding, kindOf, ofKinds } from "./tags";

const line = (tag: string, text: string, position = 0) => ({ position, at: "2026-07-03T12:34:56.789Z", tag, text });
const lines = [line("stderr", "Starting"), line("error", "cannot reach"), line("debug", "asked")];

test("levels that mean a fault are errors, and those not known are notices", () => {
  const kinds = ["stderr", "lifecycle", "critical", "emergency", "warning", "info", "whatever"].map(kindOf);
  expect(kinds).toEqual(["stderr", "lifecycle", "error", "error", "warning", "notices", "notices"]);
});

test("no chosen kind shows all, and a search looks at texts and tags", () => {
  expect(ofKinds(lines, [])).toBe(lines);
  expect(ofKinds(lines, ["error", "notices"]).map((it) => it.tag)).toEqual(["error", "debug"]);
  expect(holding(lines, "START").map((it) => it.tag)).toEqual(["stderr"]);
  expect(holding(lines, "debug")).toHaveLength(1);
});

test("copied lines stand as in the file", () => {
  expect(asText(lines.slice(0, 1))).toBe("2026-07-03T12:34:56.789Z [stderr] Starting");
});
