/** The models of all providers, read once somebody looks for one. */
import { useQueries } from "@tanstack/react-query";

import { useBackend } from "../../../backend/context";
import { modelsOf, useProviders } from "../../../backend/models";
import type { OneModel } from "./models";

export function useAllModels(wanted: boolean): { all: OneModel[]; reading: boolean; failed: string[] } {
  const backend = useBackend();
  const providers = useProviders().data ?? [];
  const lists = useQueries({ queries: providers.map((it) => ({ ...modelsOf(backend, it.id), enabled: wanted })) });
  const all = providers.flatMap((provider, at) =>
    (lists[at]?.data ?? []).map((it): OneModel => ({
      ref: { provider: provider.id, model: it.id }, title: it.title, provider: provider.name, favourite: it.told.favourite,
    })),
  );
  const failed = providers.filter((_, at) => lists[at]?.isError).map((it) => it.name);
  return { all, reading: lists.some((it) => it.isPending), failed };
}
