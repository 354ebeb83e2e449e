/** The app behind the page over Tauri's bridge: the only file that knows Tauri. */
import { invoke } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";

import { BackendError, failureOf, type Backend, type Command, type Payload, type Reply } from "./backend";
import type { Failure, UiEvent } from "./wire";

export function connectTauri(): Backend {
  // What is read before the listener stands could miss what changes meanwhile: commands wait for it.
  let heard: Promise<unknown> = Promise.resolve();
  return {
    async call<C extends Command>(command: C, payload: Payload<C>): Promise<Reply<C>> {
      await heard;
      try {
        return await invoke<Reply<C>>("call", { command, payload });
      } catch (thrown) {
        throw new BackendError(isFailure(thrown) ? thrown : failureOf(thrown));
      }
    },

    listen(hear: (event: UiEvent) => void): () => void {
      let stopped = false;
      const listening = listen<UiEvent>("ui", (message) => {
        if (!stopped) hear(message.payload);
      });
      // Without events the page still works, if less quickly told.
      heard = listening.catch(() => undefined);
      return () => {
        stopped = true;
        void listening.then((unlisten) => unlisten());
      };
    },
  };
}

function isFailure(thrown: unknown): thrown is Failure {
  return typeof thrown === "object" && thrown !== null && "code" in thrown && "message" in thrown;
}
