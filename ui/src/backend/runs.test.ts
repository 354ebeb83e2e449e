import { expect, test } from "vitest";

import { outcome } from "../../tests/support/rows";
import { foldRuns, keyOf, stepRuns, type Runs } from "./runs";

const key = keyOf("a", "slow");
const begun = stepRuns({}, { step: "started", key, call: "c1", at: 100, arguments: { n: 1 } });
const progress = { event: "callProgressed", call: "c1", done: 2, total: 5, message: "two" } as const;
const of = (runs: Runs) => runs[key]?.now;

test("progress belongs to the call that it names", () => {
  expect(of(foldRuns(begun, progress))).toMatchObject({ state: "running", progress: { done: 2, total: 5 } });
  expect(foldRuns(begun, { ...progress, call: "other" })).toBe(begun);
});

test("progress that comes after the result changes nothing", () => {
  const done = stepRuns(begun, { step: "done", call: "c1", outcome: outcome() });
  expect(of(foldRuns(done, progress))?.state).toBe("done");
});

test("a result of an older call does not replace the newer call", () => {
  const again = stepRuns(begun, { step: "started", key, call: "c2", at: 200, arguments: {} });
  const late = stepRuns(again, { step: "done", call: "c1", outcome: outcome() });
  expect(of(late)?.state).toBe("running");
});

test("a failed call says how long it took, and keeps its arguments", () => {
  const failure = { code: "timed_out", message: "x", hint: null, field: null, place: null } as const;
  const now = stepRuns(begun, { step: "failed", call: "c1", failure, at: 350 });
  expect(of(now)).toEqual({ state: "failed", failure, took: 250 });
  expect(now[key]?.arguments).toEqual({ n: 1 });
});
