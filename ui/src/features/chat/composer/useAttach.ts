/** Puts files, resources and prompts beside a draft: each is a chip at once, and there when the app has it. */
import { useQueryClient } from "@tanstack/react-query";

import { failureOf, type Backend } from "../../../backend/backend";
import { useBackend } from "../../../backend/context";
import type { MessagePart } from "../../../backend/wire";
import { keepDraft, type Attached } from "../drafts";

export function useAttach(conversation: string) {
  const backend = useBackend();
  const client = useQueryClient();
  const attach = (name: string, ask: (backend: Backend, call: string) => Promise<MessagePart>) => {
    const id = crypto.randomUUID();
    const change = (more: Partial<Attached>) => keepDraft(client, conversation, (draft) => ({
      ...draft, attached: draft.attached.map((it) => (it.id === id ? { ...it, ...more } : it)),
    }));
    keepDraft(client, conversation, (draft) => ({ ...draft, attached: [...draft.attached, { id, name }] }));
    ask(backend, id).then((part) => change({ part }), (thrown: unknown) => change({ failure: failureOf(thrown) }));
  };
  return {
    files: (files: Iterable<File>) => {
      for (const file of files) {
        attach(file.name, async (it) => it.call("attach_file", { name: file.name, mime: file.type, data: await base64Of(file) }));
      }
    },
    resource: (server: string, uri: string, name: string) => attach(name, (it, call) => it.call("attach_resource", { call, server, uri })),
    prompt: (server: string, name: string, args: Record<string, string>) =>
      attach(name, (it, call) => it.call("attach_prompt", { call, server, name, arguments: args })),
    remove: (one: Attached) => {
      // What is still being asked of a server is not wanted any more; nobody waits for what that says.
      if (!one.part && !one.failure) void backend.call("cancel_call", { call: one.id }).catch(() => undefined);
      keepDraft(client, conversation, (draft) => ({ ...draft, attached: draft.attached.filter((it) => it.id !== one.id) }));
    },
  };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error("the file cannot be read"));
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.readAsDataURL(file);
  });
}
