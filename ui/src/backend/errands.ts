/** What a server is asked for that is no tool call: under way, done or failed, kept for the session; how far it is; its end. */
import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { failureOf, type Backend } from "./backend";
import { useBackend } from "./context";
import { listenIn } from "./heard";
import type { Progress } from "./runs";
import type { ContentsView, Failure } from "./wire";

export type Errand<T> =
  | { state: "running"; call: string; startedAt: number; stopping: boolean }
  | { state: "done"; call: string; value: T }
  | { state: "failed"; call: string; failure: Failure; took: number };

const kept = { enabled: false, staleTime: Infinity, gcTime: Infinity } as const;

/** One errand of its kind at a time; the last one is there again when one comes back. */
export function useErrand<T>(key: readonly string[], onFailure: (thrown: unknown) => void) {
  const backend = useBackend();
  const client = useQueryClient();
  const queryKey = ["errand", ...key];
  const { data: errand = null } = useQuery<Errand<T> | null>({ queryKey, queryFn: () => null, initialData: null, ...kept });
  /** What is over already stays as it ended; a later errand is not touched by an earlier one. */
  const put = (next: Errand<T>) =>
    client.setQueryData<Errand<T> | null>(queryKey, (now) => (now?.call === next.call && now.state === "running" ? next : now));

  const start = async (ask: (call: string) => Promise<T>) => {
    const call = crypto.randomUUID();
    const startedAt = Date.now();
    const begun: Errand<T> = { state: "running", call, startedAt, stopping: false };
    client.setQueryData<Errand<T> | null>(queryKey, () => begun);
    try {
      put({ state: "done", call, value: await ask(call) });
    } catch (thrown) {
      put({ state: "failed", call, failure: failureOf(thrown), took: Date.now() - startedAt });
    }
  };

  const cancel = () => {
    if (errand?.state !== "running") return;
    put({ ...errand, stopping: true });
    void backend.call("cancel_call", { call: errand.call }).catch(onFailure);
  };

  return { errand, start, cancel };
}

/** A reading that is under way: its call, and since when. */
interface Reading {
  call: string;
  startedAt: number;
}

const readingKey = (server: string, uri: string) => ["reading", server, uri];

/** Reads a resource once somebody looks at it, and again when it changes; nobody looks any more: it is stopped. */
export function useReading(server: string, uri: string, wanted: boolean, onFailure: (thrown: unknown) => void) {
  const backend = useBackend();
  const client = useQueryClient();
  const [stopping, setStopping] = useState<string | null>(null);
  const query = useQuery({
    queryKey: ["resource", server, uri],
    queryFn: ({ signal }) => read(client, backend, { server, uri, signal }),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: 600_000,
    retry: false,
  });
  const { data: reading = null } = useQuery<Reading | null>({ queryKey: readingKey(server, uri), queryFn: () => null, initialData: null, ...kept });
  const now = query.isFetching ? reading : null;
  const cancel = () => {
    if (!now) return;
    setStopping(now.call);
    void backend.call("cancel_call", { call: now.call }).catch(onFailure);
  };
  return {
    contents: query.data ?? null,
    readAt: query.dataUpdatedAt,
    failure: query.error ? { failure: failureOf(query.error), took: query.errorUpdatedAt - (reading?.startedAt ?? query.errorUpdatedAt) } : null,
    now: now && { ...now, stopping: stopping === now.call },
    again: () => void query.refetch({ cancelRefetch: false }),
    cancel,
  };
}

async function read(client: QueryClient, backend: Backend, of: { server: string; uri: string; signal: AbortSignal }): Promise<ContentsView> {
  const { server, uri, signal } = of;
  const call = crypto.randomUUID();
  client.setQueryData<Reading>(readingKey(server, uri), { call, startedAt: Date.now() });
  // Nobody waits for what that says: the reading itself ends.
  signal.addEventListener("abort", () => void backend.call("cancel_call", { call }).catch(() => undefined));
  return backend.call("read_resource", { call, server, uri });
}

/** How far a call is, as events tell. */
export function useProgress(call: string | null): Progress | null {
  const client = useQueryClient();
  const [told, setTold] = useState<{ call: string; progress: Progress } | null>(null);
  useEffect(() => {
    if (call === null) return undefined;
    return listenIn(client, (event) => {
      if (event.event !== "callProgressed" || event.call !== call) return;
      const { done, total, message } = event;
      setTold({ call, progress: { done, total, message } });
    });
  }, [client, call]);
  return told?.call === call ? told.progress : null;
}
