/** What the page has read of the rules on approvals, and how it is read again. */
import { queryOptions, useQuery } from "@tanstack/react-query";

import type { Backend } from "./backend";
import { useBackend } from "./context";
import { withHeard } from "./heard";

export const rulesOf = (backend: Backend) =>
  queryOptions({
    queryKey: ["rules"],
    queryFn: async ({ client }) => {
      for (;;) {
        const { value, heard } = await withHeard(client, () => backend.call("list_rules", null));
        if (!heard.some((it) => it.event === "rulesChanged")) return value;
      }
    },
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

export function useRules() {
  return useQuery(rulesOf(useBackend()));
}
