/** Keeps the short messages in the corner above what one writes in. */
import { useEffect, type RefObject } from "react";

const FLOOR = "--s-floor";
/** Pixels that two messages of two lines take. */
const ROOM = 200;

/** As long as it is shown, messages are shown above this box where it stands near the foot of the window. */
export function useFloor(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [now, root] = [box.current, document.documentElement];
    if (!now || typeof ResizeObserver === "undefined") return undefined;
    const place = () => {
      const { top, bottom } = now.getBoundingClientRect();
      // Far from the foot, there is room for them below it.
      const floor = innerHeight - bottom > ROOM ? 0 : innerHeight - top;
      root.style.setProperty(FLOOR, `${Math.round(floor)}px`);
    };
    const seen = new ResizeObserver(place);
    // What stands above and below it may change with the window, and it need not.
    seen.observe(now);
    seen.observe(root);
    return () => {
      seen.disconnect();
      root.style.removeProperty(FLOOR);
    };
  }, [box]);
}
