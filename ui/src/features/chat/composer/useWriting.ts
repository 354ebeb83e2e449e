/** The keys of the composer: Enter sends, a mention is gone through with arrows, Esc leaves it. */
import { useId, useLayoutEffect, useRef, useState, type ChangeEvent, type KeyboardEvent, type RefObject, type SyntheticEvent } from "react";

import type { PromptView } from "../../../backend/wire";
import { NOTHING, type Draft } from "../drafts";
import { mentionAt, without } from "./mention";
import type { useAttach } from "./useAttach";
import { useMentions, type Choice } from "./useMentions";

interface Given {
  field: RefObject<HTMLTextAreaElement | null>;
  draft: Draft;
  change: (change: (draft: Draft) => Draft) => void;
  attach: ReturnType<typeof useAttach>;
  onSend: () => void;
}

export function useWriting({ field, draft, change, attach, onSend }: Given) {
  const listId = useId();
  const [cursor, setCursor] = useState(0);
  /** The mention that Esc left, by where it stands. */
  const [left, setLeft] = useState<number | null>(null);
  const [walked, setWalked] = useState({ key: "", at: 0 });
  const [asked, setAsked] = useState<{ server: string; prompt: PromptView } | null>(null);
  const wanted = useRef<number | null>(null);
  const found = mentionAt(draft.text, Math.min(cursor, draft.text.length));
  const mention = found && found.from !== left ? found : null;
  const { choices, reading } = useMentions(mention);
  const key = mention ? `${mention.kind}/${mention.query}` : "";
  const at = walked.key === key ? Math.min(walked.at, Math.max(0, choices.length - 1)) : 0;

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });

  const choose = (choice: Choice) => {
    if (!mention) return;
    const rest = without(draft.text, mention, cursor);
    wanted.current = rest.cursor;
    setCursor(rest.cursor);
    change((it) => ({ ...it, text: rest.text }));
    if (choice.kind === "resource") attach.resource(choice.server, choice.uri, choice.name);
    else if (choice.prompt.arguments.length > 0) setAsked({ server: choice.server, prompt: choice.prompt });
    else attach.prompt(choice.server, choice.prompt.name, {});
  };

  const onMentionKey = (event: KeyboardEvent): boolean => {
    if (!mention) return false;
    const choice = choices[at];
    if (event.key === "Escape") setLeft(mention.from);
    else if (choices.length === 0) return false;
    else if (event.key === "ArrowDown") setWalked({ key, at: (at + 1) % choices.length });
    else if (event.key === "ArrowUp") setWalked({ key, at: (at - 1 + choices.length) % choices.length });
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey && choice) choose(choice);
    else return false;
    return true;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter that ends a composition of letters is no Send.
    if (event.nativeEvent.isComposing) return;
    if (onMentionKey(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === "Escape" && draft.replaces !== null) change(() => NOTHING);
    if (event.key !== "Enter" || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onSend();
  };

  const onChange = (event: ChangeEvent<HTMLTextAreaElement>) => {
    const { value, selectionStart } = event.currentTarget;
    setCursor(selectionStart);
    setLeft(null);
    change((it) => ({ ...it, text: value }));
  };
  const onSelect = (event: SyntheticEvent<HTMLTextAreaElement>) => setCursor(event.currentTarget.selectionStart);
  const active = mention && choices.length > 0 ? `${listId}-${at}` : undefined;

  return {
    listId, mention, choices, reading, at, choose, asked,
    leavePrompt: () => setAsked(null),
    givePrompt: (server: string, prompt: PromptView, args: Record<string, string>) => {
      attach.prompt(server, prompt.name, args);
      setAsked(null);
    },
    props: {
      onKeyDown, onChange, onSelect,
      "aria-autocomplete": "list" as const,
      "aria-controls": mention ? listId : undefined,
      "aria-activedescendant": active,
    },
  };
}
