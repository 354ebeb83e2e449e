/** What the page has read, by key, and how it is read again. */
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";

import type { Backend } from "./backend";
import { useBackend } from "./context";
import { foldServers, foldTools, withServer } from "./fold";
import { withHeard } from "./heard";
import type { Runs } from "./runs";
import type { LogWindow } from "./lines";
import type { ServerList, ServerPrompts, ServerResources, ServerRow, UiEvent } from "./wire";

/** Events keep what is read fresh; nothing is read again on a timer or on focus. */
const fresh = { staleTime: Infinity, gcTime: Infinity, retry: false } as const;

export const serversOf = (backend: Backend) =>
  queryOptions({
    queryKey: ["servers"],
    queryFn: async ({ client }) => {
      const { value, heard } = await withHeard(client, () => backend.call("list_servers", null));
      return heard.reduce(foldServers, value);
    },
    ...fresh,
  });

export const toolsOf = (backend: Backend) =>
  queryOptions({
    queryKey: ["tools"],
    queryFn: async ({ client }) => {
      for (;;) {
        const { value, heard } = await withHeard(client, () => backend.call("list_tools", { server: null }));
        // A server that listed other tools meanwhile may have been read before it did.
        if (!heard.some((it) => it.event === "toolsChanged")) return heard.reduce(foldTools, value);
      }
    },
    ...fresh,
  });

/** Asks until nothing was told meanwhile that the answer may be too old for. */
async function settled<T>(client: QueryClient, ask: () => Promise<T>, isNews: (event: UiEvent) => boolean): Promise<T> {
  for (;;) {
    const { value, heard } = await withHeard(client, ask);
    if (!heard.some(isNews)) return value;
  }
}

export const promptsOf = (backend: Backend, server: string) =>
  queryOptions({
    queryKey: ["prompts", server],
    queryFn: async ({ client }): Promise<ServerPrompts | null> => {
      const isNews = (it: UiEvent) => it.event === "promptsChanged" && it.server === server;
      const lists = await settled(client, () => backend.call("list_prompts", { server }), isNews);
      return lists[0] ?? null;
    },
    ...fresh,
  });

export const resourcesOf = (backend: Backend, server: string) =>
  queryOptions({
    queryKey: ["resources", server],
    queryFn: async ({ client }): Promise<ServerResources | null> => {
      const isNews = (it: UiEvent) => it.event === "resourcesChanged" && it.server === server;
      const lists = await settled(client, () => backend.call("list_resources", { server }), isNews);
      return lists[0] ?? null;
    },
    ...fresh,
  });

/** Of all servers that are ready, as they are now: for whoever looks for something once. */
export const allPromptsOf = (backend: Backend) =>
  queryOptions({ queryKey: ["all-prompts"], queryFn: () => backend.call("list_prompts", { server: null }), ...fresh, staleTime: 0 });

export const allResourcesOf = (backend: Backend) =>
  queryOptions({ queryKey: ["all-resources"], queryFn: () => backend.call("list_resources", { server: null }), ...fresh, staleTime: 0 });

export const wishesKey = (server: string) => ["wishes", server];

export const wishesOf = (backend: Backend, server: string) =>
  queryOptions({
    queryKey: wishesKey(server),
    queryFn: ({ client }) => {
      const isNews = (it: UiEvent) => it.event === "wishesChanged" && it.server === server;
      return settled(client, () => backend.call("server_wishes", { server }), isNews);
    },
    ...fresh,
  });

/** When a resource changed last, in this session; only events tell. */
export const changedKey = (server: string, uri: string) => ["changed", server, uri];

export const inboxOf = (backend: Backend) =>
  queryOptions({
    queryKey: ["inbox"],
    queryFn: async ({ client }) => {
      for (;;) {
        const { value, heard } = await withHeard(client, () => backend.call("list_inbox", null));
        if (!heard.some((it) => it.event === "inboxChanged")) return value;
      }
    },
    ...fresh,
  });

export const secretsOf = (backend: Backend) =>
  queryOptions({
    queryKey: ["secrets"],
    queryFn: () => backend.call("list_secrets", { pattern: null }),
    ...fresh,
    // Another program may change the keychain, and says nothing: each visit looks again.
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const aboutOf = (backend: Backend) =>
  queryOptions({ queryKey: ["about"], queryFn: () => backend.call("about", null), ...fresh });

export const diagnosisOf = (backend: Backend, server: string, since: number) =>
  queryOptions({
    queryKey: ["diagnosis", server, since],
    queryFn: () => backend.call("diagnose_server", { server }),
    ...fresh,
    gcTime: 0,
  });

export const LINES_A_PAGE = 1000;

export const logOf = (backend: Backend, server: string) =>
  queryOptions({
    queryKey: ["log", server],
    queryFn: (): Promise<LogWindow> =>
      backend.call("read_log", { server, range: { from: "end" }, limit: LINES_A_PAGE }),
    ...fresh,
    gcTime: 60_000,
  });

/** Calls live in the cache for the session, and are never read from anywhere. */
export const runsKey = ["runs"];
export const runsIn = (client: QueryClient): Runs => client.getQueryData<Runs>(runsKey) ?? {};

export function useServers() {
  return useQuery(serversOf(useBackend()));
}

export function useTools() {
  return useQuery(toolsOf(useBackend()));
}

export function usePrompts(server: string) {
  return useQuery(promptsOf(useBackend(), server));
}

export function useResources(server: string) {
  return useQuery(resourcesOf(useBackend(), server));
}

export function useWishes(server: string) {
  return useQuery(wishesOf(useBackend(), server));
}

export function useInbox() {
  return useQuery(inboxOf(useBackend()));
}

export function useSecrets() {
  return useQuery(secretsOf(useBackend()));
}

/** Puts a row that a command gave back into the list, before its event comes. */
export function keepServer(client: QueryClient, row: ServerRow): void {
  client.setQueryData<ServerList>(["servers"], (list) => list && withServer(list, row));
}
