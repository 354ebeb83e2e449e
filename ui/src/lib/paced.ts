/** A value that changes very often, taken up only so often: what is drawn from it costs more than telling of it. */
import { useEffect, useRef, useState } from "react";

/** The value as it was at most `period` milliseconds ago; without a period as it is. */
export function usePaced<T>(value: T, period: number): T {
  const [taken, setTaken] = useState(value);
  // What is paced from now on goes on from what was shown last.
  if (period === 0 && taken !== value) setTaken(value);
  const latest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    latest.current = value;
    if (period === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = null;
      setTaken(latest.current);
    }, period);
  }, [value, period]);
  useEffect(() => () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  }, []);
  return period === 0 ? value : taken;
}
