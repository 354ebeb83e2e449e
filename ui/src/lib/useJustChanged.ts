/** Whether something became something else within the last so many milliseconds; what is there at first is no change. */
import { useEffect, useState } from "react";

export function useJustChanged(now: string, milliseconds: number): boolean {
  const [settled, settle] = useState(now);
  useEffect(() => {
    if (settled === now) return;
    const timer = setTimeout(() => settle(now), milliseconds);
    return () => clearTimeout(timer);
  }, [settled, now, milliseconds]);
  return settled !== now;
}
