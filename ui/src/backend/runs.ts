/** The last call of each tool in this session: running, done or failed; pure folds over it. */
import { unreachable } from "../lib/unreachable";
import { isAbout } from "./concerns";
import type { Failure, OutcomeView, UiEvent } from "./wire";

export type Arguments = Record<string, unknown>;

/** How far a call is, as its server says. */
export interface Progress {
  done: number;
  total: number | null;
  message: string | null;
}

export type RunState =
  | { state: "running"; progress: Progress | null; stopping: boolean }
  | { state: "done"; outcome: OutcomeView }
  | { state: "failed"; failure: Failure; took: number };

/** One call of one tool. */
export interface Run {
  call: string;
  startedAt: number;
  arguments: Arguments;
  now: RunState;
}

/** By `keyOf` server and tool. */
export type Runs = Readonly<Record<string, Run>>;

export type RunStep =
  | { step: "started"; key: string; call: string; at: number; arguments: Arguments }
  | { step: "stopping"; key: string }
  | { step: "done"; call: string; outcome: OutcomeView }
  | { step: "failed"; call: string; failure: Failure; at: number };

/** Names one tool of one server; neither can hold a line break. */
export function keyOf(server: string, tool: string): string {
  return `${server}\n${tool}`;
}

/** The runs after something that this page did. */
export function stepRuns(runs: Runs, step: RunStep): Runs {
  switch (step.step) {
    case "started": {
      const now: RunState = { state: "running", progress: null, stopping: false };
      const run = { call: step.call, startedAt: step.at, arguments: step.arguments, now };
      return { ...runs, [step.key]: run };
    }
    case "stopping":
      return change(runs, (key) => key === step.key, (run) =>
        run.now.state === "running" ? { ...run.now, stopping: true } : run.now,
      );
    case "done":
      return change(runs, (_, run) => run.call === step.call, () => ({
        state: "done",
        outcome: step.outcome,
      }));
    case "failed":
      return change(runs, (_, run) => run.call === step.call, (run) => ({
        state: "failed",
        failure: step.failure,
        took: step.at - run.startedAt,
      }));
    default:
      return unreachable(step);
  }
}

/** The runs after an event. */
export function foldRuns(runs: Runs, event: UiEvent): Runs {
  if (!isAbout(event, "calls")) return runs;
  const { call, done, total, message } = event;
  return change(runs, (_, run) => run.call === call, (run) =>
    run.now.state === "running" ? { ...run.now, progress: { done, total, message } } : run.now,
  );
}

function change(
  runs: Runs,
  which: (key: string, run: Run) => boolean,
  how: (run: Run) => RunState,
): Runs {
  const found = Object.entries(runs).find(([key, run]) => which(key, run));
  if (!found) return runs;
  const [key, run] = found;
  return { ...runs, [key]: { ...run, now: how(run) } };
}
