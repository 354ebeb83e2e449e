/** The last lines of a server's log, kept fresh. */
import { useQuery } from "@tanstack/react-query";

import { useBackend } from "../../backend/context";
import { logOf } from "../../backend/queries";
import { useUnread, type Unread } from "../../backend/unread";
import type { LogLineView } from "../../backend/wire";

const LINES = 12;

export interface Tail {
  /** Nothing as long as it is not read. */
  lines: readonly LogLineView[] | null;
  unread: Unread | null;
}

export function useTail(server: string): Tail {
  const log = useQuery(logOf(useBackend(), server));
  const unread = useUnread(log);
  return { lines: log.data?.lines.slice(-LINES) ?? null, unread };
}
