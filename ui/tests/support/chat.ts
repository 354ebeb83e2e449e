/** Conversations, messages and cards to begin a test from; each says only what it is about. */
import type { CardView, ConversationRow, MessageBody, MessagePart, MessageView, SaidView, Transcript, TurnView, UsageView } from "../../src/backend/wire";

export const idle: TurnView = { state: "idle", canGoOn: false, words: null };

export const noUsage: UsageView = { input: null, output: null, cacheRead: null, cacheWrite: null, reasoning: null, cost: null };

export function conversation(id: string, more: Partial<ConversationRow> = {}): ConversationRow {
  return { id, title: id, named: false, glimpse: "", found: null, model: { provider: 1, model: "m" }, changed: 0, turn: idle, ...more };
}

export function person(...parts: (string | MessagePart)[]): MessageBody {
  return { kind: "person", parts: parts.map((it) => (typeof it === "string" ? { kind: "text", text: it } : it)) };
}

export function round(said: (string | SaidView)[], more: Partial<MessageBody & { kind: "round" }> = {}): MessageBody & { kind: "round" } {
  return {
    kind: "round", provider: "P", model: "m", said: said.map((it) => (typeof it === "string" ? { kind: "text", text: it } : it)),
    state: "done", words: null, usage: noUsage, took: 5, ...more,
  };
}

export function card(id: string, more: Partial<CardView> = {}): CardView {
  return {
    id, publicName: `mcp__a__${id}`, server: "a", tool: id, arguments: {}, broken: null, state: "done", words: null, outcome: null,
    decided: "once", shown: null, notes: [], asked: 0, started: 0, ended: 200, ...more,
  };
}

export function message(id: number, body: MessageBody, more: Partial<MessageView> = {}): MessageView {
  return { id, parent: id === 1 ? null : id - 1, at: 0, siblings: [id], body, ...more };
}

export function transcript(messages: MessageView[], more: Partial<Transcript> = {}): Transcript {
  return { conversation: conversation("c"), messages, earlier: false, revision: 0, ...more };
}
