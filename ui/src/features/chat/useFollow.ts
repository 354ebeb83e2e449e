/** Keeps a box at its end while more comes, until somebody scrolls up; and says when its start is near. */
import { useEffect, useRef, useState, type RefObject } from "react";

/** How near to the end counts as being there, in pixels. */
const NEAR = 24;
/** How near to the start more is read, in pixels. */
const AHEAD = 600;

export function useFollow(box: RefObject<HTMLElement | null>, onStart: () => void) {
  const [follows, setFollows] = useState(true);
  const now = useRef(true);
  // What arrives or is measured scrolls the box, too; only a person lets go of the end.
  const byPerson = useRef(false);
  const last = useRef(0);

  const follow = (it: boolean) => {
    now.current = it;
    setFollows(it);
  };

  const toEnd = () => {
    byPerson.current = false;
    follow(true);
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: "instant" });
  };

  useEffect(() => {
    const outer = box.current;
    const inner = outer?.firstElementChild;
    if (!outer || !inner) return undefined;
    const seen = new ResizeObserver(() => {
      if (now.current) outer.scrollTop = outer.scrollHeight;
    });
    seen.observe(outer);
    seen.observe(inner);
    return () => seen.disconnect();
  }, [box]);

  const onScroll = () => {
    const it = box.current;
    if (!it) return;
    const low = it.scrollHeight - it.clientHeight - it.scrollTop;
    const up = it.scrollTop < last.current - 0.5;
    last.current = it.scrollTop;
    if (up && now.current && byPerson.current) follow(false);
    if (!up && low <= NEAR && !now.current) follow(true);
    if (it.scrollTop < AHEAD && !now.current) onStart();
  };
  const touched = () => {
    byPerson.current = true;
  };
  return { follows, toEnd, handlers: { onScroll, onWheel: touched, onPointerDown: touched, onTouchMove: touched, onKeyDown: touched } };
}
