/** What the page has read of providers and their models, and how it is read again. */
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";

import type { Backend } from "./backend";
import { useBackend } from "./context";
import { withHeard } from "./heard";
import type { ModelTold, ModelView, ProviderView } from "./wire";

/** Events keep what is read fresh; nothing is read again on a timer or on focus. */
const fresh = { staleTime: Infinity, gcTime: Infinity, retry: false } as const;

export const providersOf = (backend: Backend) =>
  queryOptions({
    queryKey: ["providers"],
    queryFn: async ({ client }) => {
      for (;;) {
        const { value, heard } = await withHeard(client, () => backend.call("list_providers", null));
        if (!heard.some((it) => it.event === "providersChanged")) return value;
      }
    },
    ...fresh,
  });

/** What answers on the usual ports of this machine; nobody tells when that changes, so each visit looks. */
export const foundOf = (backend: Backend) =>
  queryOptions({
    queryKey: ["found"],
    queryFn: () => backend.call("find_providers", null),
    ...fresh,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const modelsKey = (provider: number) => ["models", provider];

export const modelsOf = (backend: Backend, provider: number) =>
  queryOptions({
    queryKey: modelsKey(provider),
    queryFn: () => backend.call("list_models", { provider }),
    ...fresh,
    // A provider tells nobody of its new models.
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function useProviders() {
  return useQuery(providersOf(useBackend()));
}

export function useFound() {
  return useQuery(foundOf(useBackend()));
}

export function useModels(provider: number) {
  return useQuery(modelsOf(useBackend(), provider));
}

/** Puts a provider that a command gave back into the list, before its event comes. */
export function keepProvider(client: QueryClient, row: ProviderView): void {
  client.setQueryData<ProviderView[]>(["providers"], (all) => {
    if (!all) return all;
    return all.some((it) => it.id === row.id) ? all.map((it) => (it.id === row.id ? row : it)) : [...all, row];
  });
}

/** Takes a provider that was removed out of the list, before its event comes. */
export function dropProvider(client: QueryClient, provider: number): void {
  client.setQueryData<ProviderView[]>(["providers"], (all) => all?.filter((it) => it.id !== provider));
}

/** Puts what the person said of a model into what was read of it. */
export function keepTold(client: QueryClient, provider: number, model: string, told: ModelTold): void {
  client.setQueryData<ModelView[]>(modelsKey(provider), (all) => all?.map((it) => (it.id === model ? { ...it, told } : it)));
}
