/** Hands what was pasted into the JSON to the app at once, and keeps no copy of it. */
import { useState } from "react";

import { failureOf, type Backend } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import type { Failure, Reading } from "../../backend/wire";
import type { Pasted } from "../../components/CodeEditor";

type State = { state: "idle" } | { state: "reading" } | { state: "failed"; failure: Failure };

/** No mutation of the query library: that would keep the pasted text as its variables. */
export function usePasted(onRead: (reading: Reading) => void) {
  const backend = useBackend();
  const [now, setNow] = useState<State>({ state: "idle" });
  const paste = (pasted: Pasted) => {
    setNow({ state: "reading" });
    readFirst(backend, textsToTry(pasted)).then(
      (reading) => {
        setNow({ state: "idle" });
        onRead(reading);
      },
      (thrown: unknown) => setNow({ state: "failed", failure: failureOf(thrown) }),
    );
  };
  return { paste, reading: now.state === "reading", failure: now.state === "failed" ? now.failure : null };
}

/** As which text the pasted is to be read: with what stands in the editor, or alone. */
export function textsToTry({ text, whole, all }: Pasted): string[] {
  if (all) return [text];
  const alone = /^\s*\{/.test(text) || text.includes('"mcpServers"');
  return alone ? [text, whole] : [whole, text];
}

/** The first reading that works; if none does, the first failure. */
async function readFirst(backend: Backend, texts: string[]): Promise<Reading> {
  let first: unknown;
  for (const text of texts) {
    try {
      return await backend.call("read_drafts", { text });
    } catch (thrown) {
      first ??= thrown;
      // A wrong field is the person's to mend; only what could not be read is tried otherwise.
      if (failureOf(thrown).code !== "unreadable") break;
    }
  }
  throw first;
}
