/** The present as a React value: one timer for each period, however many look at it. */
import { useSyncExternalStore } from "react";

interface Ticker {
  subscribe: (changed: () => void) => () => void;
  read: () => number;
}

const tickers = new Map<number, Ticker>();

function ticker(period: number): Ticker {
  const known = tickers.get(period);
  if (known) return known;
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let now = Date.now();
  const tick = () => {
    now = Date.now();
    for (const changed of listeners) changed();
  };
  const made: Ticker = {
    subscribe(changed) {
      if (listeners.size === 0) {
        now = Date.now();
        timer = setInterval(tick, period);
      }
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
    read: () => now,
  };
  tickers.set(period, made);
  return made;
}

/** Milliseconds since 1970, renewed each `period` milliseconds. */
export function useNow(period: number): number {
  const { subscribe, read } = ticker(period);
  return useSyncExternalStore(subscribe, read);
}
