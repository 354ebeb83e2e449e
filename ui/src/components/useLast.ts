/** The last thing that a dialog was about: it closes with its words on it, and gives the focus back only if it stays to close. */
import { useState } from "react";

export function useLast<T>(now: T | null): T | null {
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  return now ?? last;
}
