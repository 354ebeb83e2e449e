/** Texts that are being filled in, by name; they are there again when one comes back, but for what looks like a secret. */
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { looksSecret } from "../../lib/secret";

export type Texts = Readonly<Record<string, string>>;

/** By window, then by what they are for. */
const desks = new WeakMap<QueryClient, Map<string, Texts>>();

export function useTexts(key: string): [Texts, (name: string, value: string) => void] {
  const client = useQueryClient();
  const [texts, setTexts] = useState<Texts>(() => desks.get(client)?.get(key) ?? {});
  const fill = (name: string, value: string) => {
    const next = { ...texts, [name]: value };
    setTexts(next);
    const desk = desks.get(client) ?? new Map<string, Texts>();
    desks.set(client, desk.set(key, Object.fromEntries(Object.entries(next).filter(([it]) => !looksSecret(it)))));
  };
  return [texts, fill];
}

/** What is sent: all that is not empty. */
export function filledIn(texts: Texts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, it]) => it !== ""));
}
