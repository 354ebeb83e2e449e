/** Hands what was pasted into the JSON to the app at once, and keeps no copy of it. */
import { useState } from "react";

import { failureOf, type Backend } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import type { Failure, Reading } from "../../backend/wire";
import type { Pasted } from "../../components/CodeEditor";
import { textsToTry } from "./pasted";

type State = { state: "idle" } | { state: "reading" } | { state: "failed"; failure: Failure };

/** No mutation of the query library: that would keep the pasted text as its variables. */
export function usePasted(onRead: (reading: Reading) => void, whyNot: string) {
  const backend = useBackend();
  const [now, setNow] = useState<State>({ state: "idle" });
  const paste = (pasted: Pasted) => {
    setNow({ state: "reading" });
    readFirst(backend, textsToTry(pasted), whyNot).then(
      (reading) => {
        setNow({ state: "idle" });
        onRead(reading);
      },
      (thrown: unknown) => setNow({ state: "failed", failure: failureOf(thrown) }),
    );
  };
  return { paste, reading: now.state === "reading", failure: now.state === "failed" ? now.failure : null };
}

/** The first reading that works; if none does, the first failure. */
async function readFirst(backend: Backend, texts: string[], whyNot: string): Promise<Reading> {
  let first: unknown = new Error(whyNot);
  for (const [at, text] of texts.entries()) {
    try {
      return await backend.call("read_drafts", { text });
    } catch (thrown) {
      if (at === 0) first = thrown;
    }
  }
  throw first;
}
