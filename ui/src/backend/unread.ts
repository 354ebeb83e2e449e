/** Why something could not be read, and how to read it again. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";

import { failureOf } from "./backend";
import type { Failure } from "./wire";

export interface Unread {
  failure: Failure;
  /** Whether it is being read once more. */
  busy: boolean;
  onRetry: () => void;
}

/** The failure of a query. It stays while it is read once more, so that what offers that stays, too. */
export function useUnread<T>(query: UseQueryResult<T>): Unread | null {
  const { error, isFetching, isSuccess, refetch } = query;
  const [last, setLast] = useState(error);
  const now = isSuccess ? null : (error ?? last);
  if (now !== last) setLast(now);
  if (!now) return null;
  return { failure: failureOf(now), busy: isFetching, onRetry: () => void refetch() };
}
