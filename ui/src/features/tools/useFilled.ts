/** The arguments that are being filled in; they are there again when one comes back, as long as the window lives. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";

import type { Arguments, Filled } from "../../components/toolform/arguments";
import { begin, keepable } from "../../components/toolform/kept";

/** By window, then by tool. */
const desks = new WeakMap<QueryClient, Map<string, Filled>>();

export function useFilled(key: string, schema: unknown, last: Arguments | undefined): [Filled, (filled: Filled) => void] {
  const client = useQueryClient();
  const [filled, setFilled] = useState(() => begin(schema, desks.get(client)?.get(key), last));
  const fill = (next: Filled) => {
    setFilled(next);
    const desk = desks.get(client) ?? new Map<string, Filled>();
    desks.set(client, desk);
    const kept = keepable(next, schema);
    if (kept) desk.set(key, kept);
    else desk.delete(key);
  };
  return [filled, fill];
}
