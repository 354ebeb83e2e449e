/** The log of a server, and more of it towards the past. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

import { useBackend } from "../../backend/context";
import { withOlder, type LogWindow } from "../../backend/lines";
import { LINES_A_PAGE, logOf } from "../../backend/queries";

export function useLog(server: string) {
  const backend = useBackend();
  const client = useQueryClient();
  const log = useQuery(logOf(backend, server));
  const reading = useRef(false);

  /** Reads the page before the first line, once at a time. */
  const readOlder = async () => {
    const window = log.data;
    if (!window?.more || reading.current) return;
    reading.current = true;
    try {
      const range = { from: "before", position: window.start } as const;
      const page = await backend.call("read_log", { server, range, limit: LINES_A_PAGE });
      client.setQueryData<LogWindow>(["log", server], (now) => now && withOlder(now, page));
    } finally {
      reading.current = false;
    }
  };

  return { log, readOlder };
}
