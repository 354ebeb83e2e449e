/** A backend in memory: it answers what a test says, and remembers what it was asked. */
import { BackendError, type Backend, type Command, type Payload, type Reply } from "../../src/backend/backend";
import type { Code, Failure, UiEvent } from "../../src/backend/wire";

type Answers = { [C in Command]?: (payload: Payload<C>) => Reply<C> | Promise<Reply<C>> };

export interface FakeBackend extends Backend {
  calls: { command: Command; payload: unknown }[];
  emit: (event: UiEvent) => void;
  /** The payloads of one command, in order. */
  said: (command: Command) => unknown[];
}

export function fakeBackend(answers: Answers): FakeBackend {
  const ears = new Set<(event: UiEvent) => void>();
  const calls: FakeBackend["calls"] = [];
  return {
    calls,
    said: (command) => calls.filter((it) => it.command === command).map((it) => it.payload),
    emit: (event) => ears.forEach((hear) => hear(event)),
    async call<C extends Command>(command: C, payload: Payload<C>): Promise<Reply<C>> {
      calls.push({ command, payload });
      const answer = answers[command];
      if (!answer) throw new Error(`the test has no answer to ${command}`);
      return answer(payload);
    },
    listen(hear) {
      ears.add(hear);
      return () => ears.delete(hear);
    },
  };
}

/** A failure as the app gives it. */
export function refusal(code: Code, message: string, more: Partial<Failure> = {}): BackendError {
  return new BackendError({ code, message, hint: null, field: null, place: null, ...more });
}
