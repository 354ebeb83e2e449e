/** What the page asks of the app behind it; it knows neither Tauri nor how the app works. */
import type { Commands, Failure, UiEvent } from "./wire";

export type Command = keyof Commands;
export type Payload<C extends Command> = Commands[C]["payload"];
export type Reply<C extends Command> = Commands[C]["reply"];

/** The app as the page sees it: commands go down, events come up. */
export interface Backend {
  /** Runs a command; rejects with a `BackendError`. */
  call<C extends Command>(command: C, payload: Payload<C>): Promise<Reply<C>>;
  /** Hears every event until the returned function is called. */
  listen(hear: (event: UiEvent) => void): () => void;
}

/** A command that failed, with the words to show. */
export class BackendError extends Error {
  override name = "BackendError";

  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** The failure in whatever was thrown. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof BackendError) return thrown.failure;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "internal", message, hint: null, field: null, place: null };
}
