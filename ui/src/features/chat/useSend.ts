/** Sends what was written; where that fails, it is there again. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { keepConversation } from "../../backend/chat";
import { useBackend } from "../../backend/context";
import type { ModelRef } from "../../backend/wire";
import { showFailure } from "../../components/toasts";
import { go } from "../../lib/route";
import { forgetChoices, keepDraft, NEW, NOTHING, partsIn, switchesBefore, type Draft } from "./drafts";

/** `times` counts what was sent, so that the transcript goes to its end. */
export function useSend(conversation: string) {
  const backend = useBackend();
  const client = useQueryClient();
  const [times, setTimes] = useState(0);
  const send = (draft: Draft) => {
    keepDraft(client, conversation, () => NOTHING);
    setTimes((it) => it + 1);
    backend.call("send_message", { conversation, parts: partsIn(draft), replaces: draft.replaces }).catch((thrown: unknown) => {
      // What was written meanwhile stays; else the person has their words again.
      keepDraft(client, conversation, (now) => (now.text || now.attached.length ? now : draft));
      showFailure(thrown);
    });
  };
  return { send, times };
}

/** Begins a conversation with its first message. */
export function useBegin() {
  const backend = useBackend();
  const client = useQueryClient();
  const [beginning, setBeginning] = useState(false);
  const begin = async (draft: Draft, model: ModelRef | null) => {
    setBeginning(true);
    try {
      const row = await backend.call("begin_conversation", { model, switches: switchesBefore(client) });
      keepConversation(client, row);
      await backend.call("send_message", { conversation: row.id, parts: partsIn(draft), replaces: null });
      keepDraft(client, NEW, () => NOTHING);
      forgetChoices(client);
      go({ page: "chat", conversation: row.id });
    } catch (thrown) {
      showFailure(thrown);
    } finally {
      setBeginning(false);
    }
  };
  return { begin: (draft: Draft, model: ModelRef | null) => void begin(draft, model), beginning };
}
