/** One open conversation: the messages that were read, and what events made of them since; pure. */
import { unreachable } from "../lib/unreachable";
import type { Progress } from "./runs";
import type { CardView, MessageView, SaidView, Transcript, UiEvent } from "./wire";

/** Messages that were read after the rest: what was told up to `revision` is in them already. */
interface Ahead {
  /** From this message on, and up to the one before `until`. */
  from: number;
  until: number;
  revision: number;
}

export interface Talk extends Transcript {
  ahead: Ahead[];
  /** Whether the last change was at the start, so that what is read must stay in place. */
  grewAtStart: boolean;
  /** How far each call is that runs, by its id; kept here, for a card that is scrolled away hears of nothing. */
  far: Readonly<Record<string, Progress>>;
}

export type TalkEvent = Extract<UiEvent, { conversation: string; revision: number }>;

export const talkFrom = (transcript: Transcript): Talk => ({ ...transcript, ahead: [], grewAtStart: false, far: {} });

/** Whether an event bears a number of one conversation. */
export function isTalkEvent(event: UiEvent): event is TalkEvent {
  return "revision" in event;
}

/** The talk after an event; null where something is missing in between, so that it has to be read again. */
export function foldTalk(talk: Talk, event: UiEvent): Talk | null {
  if (event.event === "conversationChanged") {
    if (event.conversation.id !== talk.conversation.id) return talk;
    // What goes on is told by numbered events alone: this row may be older than the last of them.
    return { ...talk, conversation: { ...event.conversation, turn: talk.conversation.turn } };
  }
  if (event.event === "callProgressed") return withProgress(talk, event);
  if (!isTalkEvent(event) || event.conversation !== talk.conversation.id || event.revision <= talk.revision) return talk;
  if (event.revision > talk.revision + 1) return null;
  const next = { ...talk, revision: event.revision, grewAtStart: false, ahead: talk.ahead.filter((it) => it.revision > event.revision) };
  switch (event.event) {
    case "turnChanged":
      return { ...next, conversation: { ...talk.conversation, turn: event.turn } };
    case "messageChanged":
      return isAhead(talk, event.message.id, event.revision) ? next : withMessage(next, event.message);
    case "replyGrew":
    case "cardChanged":
      if (event.event === "cardChanged" && event.card.state !== "running") next.far = without(next.far, event.card.id);
      return isAhead(talk, event.message, event.revision) ? next : within(next, event.message, (said) => saidAfter(said, event));
    default:
      return unreachable(event);
  }
}

/** A call that is further, if it runs in what was read. */
function withProgress(talk: Talk, { call, done, total, message }: Extract<UiEvent, { event: "callProgressed" }>): Talk {
  const runs = talk.messages.some((it) => it.body.kind === "round" && it.body.said.some((one) => one.kind === "call" && one.card.id === call && one.card.state === "running"));
  return runs ? { ...talk, far: { ...talk.far, [call]: { done, total, message } } } : talk;
}

function without(far: Talk["far"], call: string): Talk["far"] {
  return call in far ? Object.fromEntries(Object.entries(far).filter(([id]) => id !== call)) : far;
}

function isAhead({ ahead }: Talk, message: number, revision: number): boolean {
  return ahead.some((it) => message >= it.from && message < it.until && revision <= it.revision);
}

/** The talk with a message in its place: as it is now, or at the end of the branch that its parent is on. */
function withMessage(talk: Talk, message: MessageView): Talk | null {
  const { messages } = talk;
  if (messages.some((it) => it.id === message.id)) {
    return { ...talk, messages: messages.map((it) => (it.id === message.id ? message : it)) };
  }
  // One that is older stands on another branch, or further up than was read.
  if (message.id < (messages.at(-1)?.id ?? -1)) return talk;
  if (message.parent === null) return { ...talk, messages: [message], earlier: false };
  const parent = messages.findIndex((it) => it.id === message.parent);
  return parent < 0 ? null : { ...talk, messages: [...messages.slice(0, parent + 1), message] };
}

/** The talk with what a reply said as it is now; null where the event does not fit what is known of it. */
function within(talk: Talk, id: number, change: (said: SaidView[]) => SaidView[] | null): Talk | null {
  const found = talk.messages.find((it) => it.id === id);
  // Another branch, or further up than was read.
  if (found?.body.kind !== "round") return talk;
  const said = change(found.body.said);
  if (!said) return null;
  const changed: MessageView = { ...found, body: { ...found.body, said } };
  return { ...talk, messages: talk.messages.map((it) => (it === found ? changed : it)) };
}

function saidAfter(said: SaidView[], event: Extract<TalkEvent, { event: "replyGrew" | "cardChanged" }>): SaidView[] | null {
  if (event.event === "cardChanged") return withCard(said, event.card);
  const { piece, text } = event;
  const kind = event.thought ? "thought" : "text";
  const now = said[piece];
  if (!now) return piece === said.length ? [...said, { kind, text }] : null;
  if (now.kind !== kind) return null;
  return said.with(piece, { kind, text: now.text + text });
}

function withCard(said: SaidView[], card: CardView): SaidView[] {
  const at = said.findIndex((it) => it.kind === "call" && it.card.id === card.id);
  return at < 0 ? [...said, { kind: "call", card }] : said.with(at, { kind: "call", card });
}

/** The talk with the page before `before` above it, if that is still where it begins. */
export function withEarlier(talk: Talk, page: Transcript, before: number): Talk {
  if (talk.messages[0]?.id !== before) return talk;
  const from = page.messages[0]?.id ?? before;
  const ahead = page.revision > talk.revision ? [...talk.ahead, { from, until: before, revision: page.revision }] : talk.ahead;
  return { ...talk, messages: [...page.messages, ...talk.messages], earlier: page.earlier && page.messages.length > 0, ahead, grewAtStart: true };
}

/** What was just read, with what was held above it where both fit together. */
export function readOver(held: Talk | undefined, page: Transcript): Talk {
  const first = page.messages[0];
  const at = first ? (held?.messages.findIndex((it) => it.id === first.parent) ?? -1) : -1;
  if (!held || at < 0 || !page.earlier) return talkFrom(page);
  return { ...page, messages: [...held.messages.slice(0, at + 1), ...page.messages], earlier: held.earlier, ahead: [], grewAtStart: false, far: held.far };
}

/** The talk as it looks once its turn is stopped, before the app has said so. */
export function stopped(talk: Talk): Talk {
  const messages = talk.messages.map((it): MessageView =>
    it.body.kind === "round" && it.body.state === "writing" ? { ...it, body: { ...it.body, state: "stopped" } } : it,
  );
  return { ...talk, messages, conversation: { ...talk.conversation, turn: { state: "idle", canGoOn: true, words: null } } };
}
