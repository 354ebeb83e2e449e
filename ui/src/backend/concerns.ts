/** What each event is about, in one place: a fold hears of its own kind alone, and an event that is new fails to compile here. */
import type { UiEvent } from "./wire";

const CONCERNS = {
  serverChanged: "servers",
  serverRemoved: "servers",
  toolsChanged: "lists",
  promptsChanged: "lists",
  resourcesChanged: "lists",
  resourceUpdated: "lists",
  wishesChanged: "lists",
  callProgressed: "calls",
  logGrew: "lists",
  inboxChanged: "lists",
  secretsChanged: "lists",
  answerNotKept: "notices",
  conversationChanged: "conversations",
  conversationRemoved: "conversations",
  turnChanged: "conversations",
  messageChanged: "messages",
  replyGrew: "messages",
  cardChanged: "messages",
  providersChanged: "lists",
  trialChanged: "lists",
  rulesChanged: "lists",
  lagged: "lists",
} as const satisfies Record<UiEvent["event"], string>;

type Concern = (typeof CONCERNS)[UiEvent["event"]];

type About<C extends Concern> = Extract<UiEvent, { event: { [E in UiEvent["event"]]: (typeof CONCERNS)[E] extends C ? E : never }[UiEvent["event"]] }>;

/** Whether an event is about this. */
export function isAbout<C extends Concern>(event: UiEvent, what: C): event is About<C> {
  return CONCERNS[event.event] === what;
}
