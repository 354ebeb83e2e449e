/** What events told while an answer was on its way; replies and events come by two roads, in no order. */
import type { QueryClient } from "@tanstack/react-query";

import type { UiEvent } from "./wire";

type Ear = (event: UiEvent) => void;

const ears = new WeakMap<QueryClient, Set<Ear>>();

/** Tells those that wait for an answer of an event. */
export function overhear(client: QueryClient, event: UiEvent): void {
  ears.get(client)?.forEach((ear) => ear(event));
}

/** Hears every event that is folded in, until the returned function is called. */
export function listenIn(client: QueryClient, ear: (event: UiEvent) => void): () => void {
  const mine = ears.get(client) ?? new Set();
  ears.set(client, mine.add(ear));
  return () => void mine.delete(ear);
}

/** An answer, and the events that came before it. One of them may be newer than the answer is. */
export async function withHeard<T>(client: QueryClient, answer: () => Promise<T>): Promise<{ value: T; heard: UiEvent[] }> {
  const heard: UiEvent[] = [];
  const leave = listenIn(client, (event) => { heard.push(event); });
  try {
    return { value: await answer(), heard };
  } finally {
    leave();
  }
}

/** Whether an event told how a server is now, or that it is gone. */
export function tellsOf(event: UiEvent, server: string): boolean {
  if (event.event === "serverChanged") return event.server.name === server;
  return event.event === "serverRemoved" && event.server === server;
}
