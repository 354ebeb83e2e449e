/** What a person does in a conversation, as commands; what fails is told in the corner. */
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import { failureOf } from "../../backend/backend";
import { showBranch, stopTurn } from "../../backend/chat";
import { useBackend } from "../../backend/context";
import { keepDraft } from "./drafts";
import { useServers } from "../../backend/queries";
import type { CardView, MessageView, Verdict } from "../../backend/wire";
import { showFailure } from "../../components/toasts";
import { go } from "../../lib/route";
import type { Doings } from "./context";

export function useTalkDoings(conversation: string, busy: boolean): Doings & { stop: () => void } {
  const backend = useBackend();
  const client = useQueryClient();
  const servers = useServers().data?.servers;
  const folds = useMemo(() => new Map<string, boolean>(), []);
  // One object as long as nothing of it changes: all that is drawn hangs on it.
  return useMemo(() => ({
    conversation,
    busy,
    folds,
    raise: (id: number) => void backend.call("raise_question", { id }).catch((thrown: unknown) => {
      // What is over by then needs nobody.
      if (failureOf(thrown).code !== "not_waiting") showFailure(thrown);
    }),
    titleOf: (server: string) => servers?.find((it) => it.name === server)?.title ?? server,
    stop: () => void stopTurn(client, backend, conversation).catch(showFailure),
    goOn: (replaces: number | null) => void backend.call("go_on", { conversation, replaces }).catch(showFailure),
    show: (message: number) => void showBranch(client, backend, { conversation, message }).catch(showFailure),
    branch: (message: number) =>
      void backend.call("copy_conversation", { conversation, message }).then((row) => go({ page: "chat", conversation: row.id })).catch(showFailure),
    edit: (message: MessageView) => {
      if (message.body.kind !== "person") return;
      const text = message.body.parts.flatMap((it) => (it.kind === "text" ? [it.text] : [])).join("\n\n");
      const attached = message.body.parts.filter((it) => it.kind !== "text");
      keepDraft(client, conversation, () => ({ text, attached: attached.map((part) => ({ id: crypto.randomUUID(), part })), replaces: message.id }));
      document.querySelector<HTMLElement>("[data-composer]")?.focus();
    },
    decide: async ({ id: call, shown }: CardView, verdict: Verdict) => {
      await backend.call("decide_call", { conversation, call, shown, verdict }).catch(showFailure);
    },
    cancel: async (call: string) => {
      await backend.call("cancel_call", { call }).catch(showFailure);
    },
  }), [backend, client, conversation, busy, servers, folds]);
}
