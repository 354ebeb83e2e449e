/** The list of conversations after an event; pure. */
import { unreachable } from "../lib/unreachable";
import { isAbout } from "./concerns";
import type { ConversationList, ConversationRow, UiEvent } from "./wire";

/** The list after an event. One that was searched for keeps what was found, and grows by nothing. */
export function foldConversations(list: ConversationList, event: UiEvent, searched: boolean): ConversationList {
  if (!isAbout(event, "conversations")) return list;
  switch (event.event) {
    case "conversationChanged":
      return searched ? replaced(list, event.conversation) : withRow(list, event.conversation);
    case "conversationRemoved":
      return { ...list, conversations: list.conversations.filter((it) => it.id !== event.conversation) };
    case "turnChanged":
      return mapped(list, event.conversation, (row) => ({ ...row, turn: event.turn }));
    default:
      return unreachable(event);
  }
}

function mapped(list: ConversationList, id: string, change: (row: ConversationRow) => ConversationRow): ConversationList {
  if (!list.conversations.some((it) => it.id === id)) return list;
  return { ...list, conversations: list.conversations.map((it) => (it.id === id ? change(it) : it)) };
}

function replaced(list: ConversationList, row: ConversationRow): ConversationList {
  return mapped(list, row.id, ({ found }) => ({ ...row, found }));
}

/** The list with a row in its place: what was said last stands first. */
export function withRow(list: ConversationList, row: ConversationRow): ConversationList {
  const others = list.conversations.filter((it) => it.id !== row.id);
  const at = others.findIndex((it) => it.changed <= row.changed);
  if (at >= 0) return { ...list, conversations: [...others.slice(0, at), row, ...others.slice(at)] };
  // Older than all that was read: it comes with the page that it is on.
  const known = others.length < list.conversations.length;
  return known || !list.more ? { ...list, conversations: [...others, row] } : list;
}

/** The list with an older page below it. */
export function withOlderRows(list: ConversationList, page: ConversationList): ConversationList {
  const known = new Set(list.conversations.map((it) => it.id));
  return { conversations: [...list.conversations, ...page.conversations.filter((it) => !known.has(it.id))], more: page.more };
}
