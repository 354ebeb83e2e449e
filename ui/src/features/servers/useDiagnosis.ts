/** Looks why a server failed, once for each time it did, and again when asked to. */
import { useQuery } from "@tanstack/react-query";

import { useBackend } from "../../backend/context";
import { diagnosisOf } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { Diagnosis, Failure, ServerRow } from "../../backend/wire";

export interface Looked {
  found: Diagnosis | undefined;
  failure: Failure | null;
  looking: boolean;
  onAgain: () => void;
}

/** `wanted` is whether anybody looks at it. */
export function useDiagnosis(server: ServerRow | undefined, wanted: boolean): Looked {
  const since = !server || server.state.state === "off" ? 0 : server.state.since;
  const query = useQuery({
    ...diagnosisOf(useBackend(), server?.name ?? "", since),
    enabled: wanted && server !== undefined,
  });
  const unread = useUnread(query);
  return { found: query.data, failure: unread?.failure ?? null, looking: query.isFetching, onAgain: () => void query.refetch() };
}
