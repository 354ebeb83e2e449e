/** Hands the focus on when what had it goes away: else the keyboard would begin at the top of the window. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** While what is inside the box had the focus and is gone, `heir` is asked who takes it. */
export function useFocusHeir(box: RefObject<HTMLElement | null>, heir: (left: Element) => HTMLElement | null | undefined): void {
  const held = useRef<Element | null>(null);
  useEffect(() => {
    const now = box.current;
    const came = ({ target }: FocusEvent) => { held.current = target instanceof Element ? target : null; };
    // Some engines tell of a blur while they take an element away, others do not: what is still there a
    // moment later was left on purpose, and has nothing to hand on.
    const left = () => queueMicrotask(() => {
      if (held.current?.isConnected && held.current !== document.activeElement) held.current = null;
    });
    now?.addEventListener("focusin", came);
    now?.addEventListener("focusout", left);
    return () => {
      now?.removeEventListener("focusin", came);
      now?.removeEventListener("focusout", left);
    };
  }, [box]);
  useLayoutEffect(() => {
    const gone = held.current;
    if (!gone || gone.isConnected) return;
    held.current = null;
    if (document.activeElement && document.activeElement !== document.body) return;
    heir(gone)?.focus({ preventScroll: true });
  });
}
