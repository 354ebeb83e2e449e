/** What the parts of a transcript can do, and what they remember while they are scrolled out of sight. */
import { createContext, use, useState } from "react";

import type { CardView, MessageView, Verdict } from "../../backend/wire";

export interface Doings {
  conversation: string;
  /** Whether a turn is under way: what begins another one waits. */
  busy: boolean;
  /** Goes on after the last message, or answers anew in place of a reply. */
  goOn: (replaces: number | null) => void;
  show: (message: number) => void;
  branch: (message: number) => void;
  edit: (message: MessageView) => void;
  decide: (card: CardView, verdict: Verdict) => Promise<void>;
  cancel: (call: string) => Promise<void>;
  raise: (question: number) => void;
  titleOf: (server: string) => string;
  /** What was unfolded or folded by hand. */
  folds: Map<string, boolean>;
}

export const ChatContext = createContext<Doings | null>(null);

export function useDoings(): Doings {
  const doings = use(ChatContext);
  if (!doings) throw new Error("there is no chat above this component");
  return doings;
}

/** Whether something is open; remembered as long as the conversation is shown. */
export function useFold(name: string, initially: boolean): [boolean, () => void] {
  const { folds } = useDoings();
  const [open, setOpen] = useState<boolean | null>(folds.get(name) ?? null);
  const now = open ?? initially;
  const toggle = () => {
    folds.set(name, !now);
    setOpen(!now);
  };
  return [now, toggle];
}
