/** What is being written in each conversation; it is there again when one comes back, as long as the window lives. */
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";

import type { Failure, MessagePart, ModelRef, SwitchedBefore } from "../../backend/wire";

/** Something that goes along with a message: it is being read, it is there, or it could not be had. */
export interface Attached {
  id: string;
  part?: MessagePart;
  /** What it is called until it is there. */
  name?: string;
  failure?: Failure;
}

export interface Draft {
  text: string;
  attached: Attached[];
  /** The message of the person that it is to stand in place of. */
  replaces: number | null;
}

export const NOTHING: Draft = { text: "", attached: [], replaces: null };

/** The draft of a conversation that has not begun. */
export const NEW = "";

const keyOf = (conversation: string) => ["draft", conversation];

export function useDraft(conversation: string): [Draft, (change: (draft: Draft) => Draft) => void] {
  const client = useQueryClient();
  const { data } = useQuery<Draft>({ queryKey: keyOf(conversation), queryFn: () => NOTHING, initialData: NOTHING, enabled: false, staleTime: Infinity, gcTime: Infinity });
  return [data, (change) => keepDraft(client, conversation, change)];
}

export function keepDraft(client: QueryClient, conversation: string, change: (draft: Draft) => Draft): void {
  client.setQueryData<Draft>(keyOf(conversation), (draft) => change(draft ?? NOTHING));
}

/** The parts of a draft in the order in which they are sent: what goes along comes first. */
export function partsIn(draft: Draft): MessagePart[] {
  const text = draft.text.trim();
  const along = draft.attached.flatMap((it) => (it.part ? [it.part] : []));
  return text ? [...along, { kind: "text", text }] : along;
}

/** Whether there is something to send, and all of it is there. */
export function canSend(draft: Draft): boolean {
  return partsIn(draft).length > 0 && draft.attached.every((it) => it.part !== undefined);
}

const MODEL = ["modelBefore"];

/** The model that was chosen for the conversation that begins next. */
export function useModelBefore(): [ModelRef | null, (model: ModelRef | null) => void] {
  const client = useQueryClient();
  const { data } = useQuery<ModelRef | null>({ queryKey: MODEL, queryFn: () => null, initialData: null, enabled: false, staleTime: Infinity, gcTime: Infinity });
  return [data, (model) => client.setQueryData<ModelRef | null>(MODEL, model)];
}

const SWITCHES = ["switchesBefore"];

/** What was switched on or off for the conversation that begins next, each thing once. */
export function useSwitchesBefore(): [SwitchedBefore[], (one: SwitchedBefore) => void] {
  const client = useQueryClient();
  const { data } = useQuery<SwitchedBefore[]>({ queryKey: SWITCHES, queryFn: () => [], initialData: [], enabled: false, staleTime: Infinity, gcTime: Infinity });
  const put = (one: SwitchedBefore) => client.setQueryData<SwitchedBefore[]>(SWITCHES, (all = []) => [...all.filter((it) => it.server !== one.server || it.tool !== one.tool), one]);
  return [data, put];
}

export function switchesBefore(client: QueryClient): SwitchedBefore[] {
  return client.getQueryData<SwitchedBefore[]>(SWITCHES) ?? [];
}

/** What was chosen for a conversation is that one's, once it has begun. */
export function forgetChoices(client: QueryClient): void {
  client.setQueryData<SwitchedBefore[]>(SWITCHES, []);
  client.setQueryData<ModelRef | null>(MODEL, null);
}
