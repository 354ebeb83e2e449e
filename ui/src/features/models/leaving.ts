/** Providers that are about to go: hidden at once and removed when there is no way back any more, so that undo loses neither key nor prices. */
import { useSyncExternalStore } from "react";

import { UNDO_FOR } from "../../components/toasts";

interface Leave {
  timer: ReturnType<typeof setTimeout>;
  go: () => void;
}

const leaving = new Map<number, Leave>();
const listeners = new Set<() => void>();
let now: ReadonlySet<number> = new Set();

function told(): void {
  now = new Set(leaving.keys());
  for (const changed of listeners) changed();
}

function end(provider: number): Leave | undefined {
  const leave = leaving.get(provider);
  if (!leave) return undefined;
  clearTimeout(leave.timer);
  leaving.delete(provider);
  return leave;
}

/** Hides it, and lets it go unless it is called back in time. */
export function letGo(provider: number, remove: () => Promise<unknown>): void {
  const go = () => {
    end(provider);
    // It stays hidden until it is gone, or comes back because it could not go.
    leaving.set(provider, { timer: setTimeout(() => undefined), go: () => undefined });
    void remove().finally(() => {
      end(provider);
      told();
    });
  };
  end(provider);
  leaving.set(provider, { timer: setTimeout(go, UNDO_FOR), go });
  told();
}

export function callBack(provider: number): void {
  end(provider);
  told();
}

if (typeof window !== "undefined") {
  // A window that goes takes its clock along: what was removed does not come back with the next one.
  window.addEventListener("pagehide", () => { for (const { go } of [...leaving.values()]) go(); });
}

export function useLeaving(): ReadonlySet<number> {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => now,
  );
}
