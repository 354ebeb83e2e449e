/** Conversations and their transcripts in the cache: how they are read, and how events reach them. */
import { keepPreviousData, queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";

import type { Backend } from "./backend";
import { useBackend } from "./context";
import { foldConversations, withOlderRows, withRow } from "./conversations";
import { withHeard } from "./heard";
import { foldTalk, readOver, stopped, talkFrom, withEarlier, type Talk } from "./talk";
import type { Progress } from "./runs";
import type { ConversationList, ConversationRow, ModelRef, SwitchedBefore, Transcript, UiEvent } from "./wire";

const CONVERSATIONS = "conversations";
const fresh = { staleTime: Infinity, retry: false } as const;
const listKey = (query: string) => [CONVERSATIONS, query];
const talkKey = (conversation: string) => ["talk", conversation];
const toolsKey = (conversation: string) => ["conversationTools", conversation];

export const conversationsOf = (backend: Backend, query: string) =>
  queryOptions({
    queryKey: listKey(query),
    queryFn: async ({ client }): Promise<ConversationList> => {
      const ask = () => backend.call("list_conversations", { query: query || null, before: null });
      const { value, heard } = await withHeard(client, ask);
      return heard.reduce((list, event) => foldConversations(list, event, query !== ""), value);
    },
    ...fresh,
    gcTime: query ? 30_000 : Infinity,
    // What is said meanwhile may hold the words too.
    staleTime: query ? 0 : Infinity,
  });

export function useConversations(query: string) {
  return useQuery(conversationsOf(useBackend(), query));
}

/** Reads the rows after the last one. */
export async function readOlderRows(client: QueryClient, backend: Backend, query: string): Promise<void> {
  const last = client.getQueryData<ConversationList>(listKey(query))?.conversations.at(-1);
  if (!last) return;
  const { value, heard } = await withHeard(client, () => backend.call("list_conversations", { query: query || null, before: last.changed }));
  const page = heard.reduce((list, event) => (event.event === "conversationChanged" ? list : foldConversations(list, event, true)), value);
  client.setQueryData<ConversationList>(listKey(query), (list) => list && withOlderRows(list, page));
}

export const talkOf = (backend: Backend, conversation: string) =>
  queryOptions({
    queryKey: talkKey(conversation),
    queryFn: async ({ client }): Promise<Talk> => {
      for (;;) {
        const talk = await caughtUp(client, () => backend.call("open_conversation", { conversation, before: null }));
        if (talk) return talk;
      }
    },
    ...fresh,
    gcTime: 600_000,
  });

/** A transcript with what was told while it was on its way; null where it has to be read once more. */
async function caughtUp(client: QueryClient, ask: () => Promise<Transcript>): Promise<Talk | null> {
  const { value, heard } = await withHeard(client, ask);
  const read = readOver(client.getQueryData<Talk>(talkKey(value.conversation.id)), value);
  return heard.reduce<Talk | null>((talk, event) => talk && foldTalk(talk, event), read);
}

export function useTalk(conversation: string) {
  return useQuery(talkOf(useBackend(), conversation));
}

/** Reads the page above the first message, unless it is being read. */
export async function readEarlier(client: QueryClient, backend: Backend, conversation: string): Promise<void> {
  const before = client.getQueryData<Talk>(talkKey(conversation))?.messages[0]?.id;
  if (before === undefined) return;
  const page = await backend.call("open_conversation", { conversation, before });
  client.setQueryData<Talk>(talkKey(conversation), (talk) => talk && withEarlier(talk, page, before));
}

/** Shows another branch, from this message on. */
export async function showBranch(client: QueryClient, backend: Backend, of: { conversation: string; message: number }): Promise<void> {
  const { value, heard } = await withHeard(client, () => backend.call("show_branch", of));
  const talk = heard.reduce<Talk | null>((it, event) => it && foldTalk(it, event), talkFrom(value));
  if (talk) client.setQueryData<Talk>(talkKey(of.conversation), talk);
  else await client.invalidateQueries({ queryKey: talkKey(of.conversation) });
}

/** Stops what goes on: shown at once, whatever the app takes for it. */
export async function stopTurn(client: QueryClient, backend: Backend, conversation: string): Promise<void> {
  client.setQueryData<Talk>(talkKey(conversation), (talk) => talk && stopped(talk));
  try {
    await backend.call("stop_turn", { conversation });
  } catch (thrown) {
    await client.invalidateQueries({ queryKey: talkKey(conversation) });
    throw thrown;
  }
}

export function useConversationTools(conversation: string, wanted: boolean) {
  const backend = useBackend();
  return useQuery({
    queryKey: toolsKey(conversation),
    queryFn: () => backend.call("conversation_tools", { conversation }),
    enabled: wanted,
    retry: false,
    gcTime: 60_000,
  });
}

/** The same for a conversation that has not begun, as far as it is switched. */
export function useToolsToBeginWith(model: ModelRef | null, switches: SwitchedBefore[]) {
  const backend = useBackend();
  return useQuery({
    queryKey: [...toolsKey(""), model, switches],
    queryFn: () => backend.call("tools_to_begin_with", { model, switches }),
    // A switch is not away while its answer is on the way.
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });
}

/** Puts what a switch made of them in place of what was read. */
export function useSwitchTools(conversation: string) {
  const backend = useBackend();
  const client = useQueryClient();
  return async (server: string, tool: string | null, on: boolean) => {
    const now = await backend.call("switch_in_conversation", { conversation, server, tool, on });
    client.setQueryData(toolsKey(conversation), now);
  };
}

/** How far a call of a conversation is; known too where its card was out of sight when it was told. */
export function useCallProgress(conversation: string, call: string): Progress | null {
  const { data } = useQuery({ ...talkOf(useBackend(), conversation), select: (talk) => talk.far[call] ?? null });
  return data ?? null;
}

/** Folds how far a call is into the talk that it is of. */
export function hearOfProgress(client: QueryClient, event: UiEvent): void {
  for (const [key, talk] of client.getQueriesData<Talk>({ queryKey: talkKey("").slice(0, 1) })) {
    if (talk) client.setQueryData<Talk>(key, (now) => (now && foldTalk(now, event)) ?? now);
  }
}

/** Puts a row that a command gave back into the list, before its event comes. */
export function keepConversation(client: QueryClient, row: ConversationRow): void {
  client.setQueryData<ConversationList>(listKey(""), (list) => list && withRow(list, row));
}

/** Takes a row out of the lists before its event comes. */
export function dropConversation(client: QueryClient, conversation: string): void {
  hearOfConversation(client, { event: "conversationRemoved", conversation });
}

/** Folds an event of conversations into all that was read of them. */
export function hearOfConversation(client: QueryClient, event: UiEvent): void {
  for (const [key, list] of client.getQueriesData<ConversationList>({ queryKey: [CONVERSATIONS] })) {
    if (list) client.setQueryData(key, foldConversations(list, event, key[1] !== ""));
  }
  const id = "conversation" in event ? (typeof event.conversation === "string" ? event.conversation : event.conversation.id) : null;
  const talk = id === null ? undefined : client.getQueryData<Talk>(talkKey(id));
  if (id === null || !talk) return;
  if (event.event === "conversationRemoved") {
    client.removeQueries({ queryKey: talkKey(id), type: "inactive" });
    return;
  }
  const next = foldTalk(talk, event);
  if (next) client.setQueryData<Talk>(talkKey(id), next);
  // Whoever reads it already catches up by itself.
  else void client.invalidateQueries({ queryKey: talkKey(id) }, { cancelRefetch: false });
}
