/** Hands the focus on when what had it goes away: else the keyboard would begin at the top of the window. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

import { onUncovered } from "./uncovered";

/** While what is inside the box had the focus and is gone, `heir` is asked who takes it. */
export function useFocusHeir(box: RefObject<HTMLElement | null>, heir: (left: Element) => HTMLElement | null | undefined): void {
  const held = useRef<Element | null>(null);
  const ask = useRef(heir);
  useEffect(() => {
    const now = box.current;
    const came = ({ target }: FocusEvent) => { held.current = target instanceof Element ? target : null; };
    // Some engines tell of a blur while they take an element away, others do not: what is still there a
    // moment later was left on purpose, and has nothing to hand on. A dialog over the window gives the
    // focus back when it closes, and what it would give it to may go meanwhile.
    const left = () => queueMicrotask(() => {
      if (held.current?.isConnected && held.current !== document.activeElement && !isCovered()) held.current = null;
    });
    now?.addEventListener("focusin", came);
    now?.addEventListener("focusout", left);
    const forget = onUncovered(() => {
      const last = held.current;
      if (!last || last === document.activeElement || isCovered()) return;
      held.current = null;
      handOn(last, ask.current);
    });
    return () => {
      now?.removeEventListener("focusin", came);
      now?.removeEventListener("focusout", left);
      forget();
    };
  }, [box]);
  useLayoutEffect(() => {
    ask.current = heir;
    const gone = held.current;
    if (!gone || gone.isConnected || isCovered()) return;
    held.current = null;
    handOn(gone, heir);
  });
}

/** Whether a dialog has the focus now. */
function isCovered(): boolean {
  return Boolean(document.activeElement?.closest("[role=dialog]"));
}

/** Gives the focus to what had it last, or to its heir if that is gone, unless somebody has it already. */
function handOn(last: Element, heir: (left: Element) => HTMLElement | null | undefined): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const next = last.isConnected ? last : heir(last);
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
