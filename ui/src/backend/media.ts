/** The bytes of a kept file, asked for when somebody is to see or hear them. */
import { useQuery } from "@tanstack/react-query";

import { useBackend } from "./context";
import { useUnread, type Unread } from "./unread";
import type { MediaBytes } from "./wire";

/** How long bytes that nobody looks at stay in memory. */
const KEPT = 30_000;

/** The bytes behind a hash, of the kind that the result has which is looked at; nothing before they are `wanted` and there. */
export function useMedia(name: string, wanted: boolean, mime: string | null = null): { bytes: MediaBytes | null; unread: Unread | null } {
  const backend = useBackend();
  const query = useQuery({
    queryKey: ["media", name, mime],
    queryFn: () => backend.call("read_media", { name, mime }),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: KEPT,
    retry: false,
  });
  const unread = useUnread(query);
  return { bytes: query.data ?? null, unread };
}
