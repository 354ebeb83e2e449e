/** The small model of a first try, as the page has read it, and how events reach it. */
import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";

import type { Backend } from "./backend";
import { useBackend } from "./context";
import { withHeard } from "./heard";
import type { TrialState, TrialView } from "./wire";

const KEY = ["trial"];

export const trialOf = (backend: Backend) =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ client }): Promise<TrialView> => {
      const { value, heard } = await withHeard(client, () => backend.call("trial_model", null));
      return heard.reduce((view, event) => (event.event === "trialChanged" ? { ...view, state: event.trial } : view), value);
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

export function useTrial() {
  return useQuery(trialOf(useBackend()));
}

/** Puts how it stands now into what was read; where it is here or gone, it has another provider, or none. */
export function hearOfTrial(client: QueryClient, state: TrialState): void {
  client.setQueryData<TrialView>(KEY, (view) => view && { ...view, state });
  if (state.state === "here" || state.state === "absent") void client.invalidateQueries({ queryKey: KEY });
}
