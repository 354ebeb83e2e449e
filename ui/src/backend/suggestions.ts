/** What a server suggests for an argument, asked a moment after the last key; what is not wanted any more is taken back. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { useBackend } from "./context";
import type { CompletionOf, Suggestions } from "./wire";

export interface Wanted {
  server: string;
  of: CompletionOf;
  argument: string;
  value: string;
  others: Record<string, string>;
}

export interface Suggested {
  found: Suggestions | null;
  /** Whether it was found for what stood there before. */
  old: boolean;
  looking: boolean;
}

/** A pause in typing. */
const PAUSE = 200;

export function useSuggestions(wanted: Wanted, on: boolean): Suggested {
  const backend = useBackend();
  const value = useSettled(wanted.value);
  const { server, of, argument, others } = wanted;
  const query = useQuery({
    queryKey: ["suggestions", server, of, argument, value, others],
    queryFn: async ({ signal }) => {
      const call = crypto.randomUUID();
      signal.addEventListener("abort", () => void backend.call("cancel_call", { call }).catch(() => undefined));
      return backend.call("complete_argument", { call, server, of, argument, value, others });
    },
    enabled: on,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const old = value !== wanted.value || query.isPlaceholderData;
  return { found: on ? (query.data ?? null) : null, old, looking: on && query.isFetching };
}

/** A text once it has stood still for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
