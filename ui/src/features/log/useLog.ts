/** The log of a server as far as a filter leaves it, and more of it towards the past. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";

import { failureOf } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { withOlder, type LogWindow } from "../../backend/lines";
import { LINES_A_PAGE, logOf } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { Failure } from "../../backend/wire";
import { holding, ofKinds, type Kind } from "./tags";

/** What is known of the lines before the first that is held. */
export type Older =
  | { state: "none" }
  | { state: "more" }
  | { state: "reading" }
  | { state: "failed"; failure: Failure };

/** Lines of one reading while a filter looks for what it leaves: most of them are not shown. */
const LINES_A_SEARCH = 5 * LINES_A_PAGE;

/** How many lines that match fill the view. */
const ENOUGH = 200;

export function useLog(server: string, kinds: readonly Kind[], search: string) {
  const backend = useBackend();
  const client = useQueryClient();
  const log = useQuery(logOf(backend, server));
  const unread = useUnread(log);
  const [wanted, setWanted] = useState(ENOUGH);
  const all = log.data?.lines;
  const lines = useMemo(() => holding(ofKinds(all ?? [], kinds), search), [all, kinds, search]);
  const filters = kinds.length > 0 || search !== "";
  const more = log.data?.more ?? false;

  /** Reads the lines before the first. */
  const back = useMutation<null, Error, number>({
    mutationFn: async (limit) => {
      const window = client.getQueryData<LogWindow>(["log", server]);
      if (!window?.more) return null;
      const position = window.start;
      const page = await backend.call("read_log", { server, range: { from: "before", position }, limit });
      client.setQueryData<LogWindow>(["log", server], (held) => held && withOlder(held, page, position));
      return null;
    },
  });
  const older = olderOf(back, more);

  // A filter looks on into the past until the view is full, or there is nothing more.
  const looksOn = filters && lines.length < wanted && older.state === "more";
  const { mutate: readBack, reset } = back;
  useEffect(() => {
    if (looksOn) readBack(LINES_A_SEARCH);
    // A page that came so fast that nobody saw it coming moved the start all the same.
  }, [looksOn, readBack, log.data?.start]);

  /** Somebody has reached the first line: the next ones are wanted. What failed is only tried again on purpose. */
  const onOlder = () => {
    if (older.state !== "more") return;
    if (filters) setWanted(lines.length + ENOUGH);
    else readBack(LINES_A_PAGE);
  };
  const onRetry = () => readBack(filters ? LINES_A_SEARCH : LINES_A_PAGE);
  const onFilter = () => {
    setWanted(ENOUGH);
    if (older.state === "failed") reset();
  };
  return { log, unread, lines, filters, older, onOlder, onRetry, onFilter };
}

function olderOf({ isPending, error }: { isPending: boolean; error: Error | null }, more: boolean): Older {
  if (isPending) return { state: "reading" };
  if (error) return { state: "failed", failure: failureOf(error) };
  return { state: more ? "more" : "none" };
}
