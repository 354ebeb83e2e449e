/** A transcript as the rows that are drawn: which messages make one reply, and which calls stand together; pure. */
import type { CardView, FileView, MessageView, SaidView, UsageView } from "../../backend/wire";

/** One message in its place. */
export interface Row {
  message: MessageView;
  /** Whether a reply begins with it. */
  begins: boolean;
  /** What all of the reply cost, where it ends with this message. */
  sum: Sum | null;
}

export interface Sum {
  usage: UsageView;
  took: number;
}

/** Rounds that follow each other are one reply: the model asked, got results, and went on. */
export function rowsOf(messages: readonly MessageView[]): Row[] {
  let sum: Sum | null = null;
  // What a summary cost is part of the reply that it was written for.
  let before: UsageView | null = null;
  return messages.map((message, at) => {
    if (message.body.kind !== "round") {
      sum = null;
      before = message.body.kind === "summary" ? message.body.usage : null;
      return { message, begins: false, sum: null };
    }
    const { took } = message.body;
    const usage = before ? added(before, message.body.usage) : message.body.usage;
    before = null;
    const begins = sum === null;
    sum = sum ? { usage: added(sum.usage, usage), took: sum.took + took } : { usage, took };
    const ends = messages[at + 1]?.body.kind !== "round";
    return { message, begins, sum: ends ? sum : null };
  });
}

function added(a: UsageView, b: UsageView): UsageView {
  const both = (x: number | null, y: number | null) => (x === null && y === null ? null : (x ?? 0) + (y ?? 0));
  return {
    input: both(a.input, b.input), output: both(a.output, b.output), cacheRead: both(a.cacheRead, b.cacheRead),
    cacheWrite: both(a.cacheWrite, b.cacheWrite), reasoning: both(a.reasoning, b.reasoning), cost: both(a.cost, b.cost),
  };
}

/** Most rows that are drawn whether they are seen or not. */
const MOST_DRAWN = 40;

/** Where the last turn begins: what is still being written grows, and is drawn apart from what only scrolls. */
export function lastTurn(rows: readonly Row[]): number {
  const asked = rows.findLastIndex(({ message }) => message.body.kind === "person");
  return Math.max(0, asked, rows.length - MOST_DRAWN);
}

/** What is drawn of a reply, in order: calls that stand together are one piece. */
export type Piece = { piece: "text" | "thought"; text: string; last: boolean } | { piece: "calls"; cards: CardView[] };

export function piecesOf(said: readonly SaidView[]): Piece[] {
  const pieces: Piece[] = [];
  said.forEach((it, at) => {
    const before = pieces.at(-1);
    if (it.kind !== "call") pieces.push({ piece: it.kind, text: it.text, last: at === said.length - 1 });
    else if (before?.piece === "calls") before.cards.push(it.card);
    else pieces.push({ piece: "calls", cards: [it.card] });
  });
  return pieces;
}

/** All cards of a reply. */
export function cardsIn(message: MessageView): CardView[] {
  return message.body.kind === "round" ? message.body.said.flatMap((it) => (it.kind === "call" ? [it.card] : [])) : [];
}

/** The kept files that results gave, by their hashes: a model may name them again. */
export function filesIn(messages: readonly MessageView[]): ReadonlyMap<string, FileView> {
  const files = new Map<string, FileView>();
  for (const { outcome } of messages.flatMap(cardsIn)) {
    for (const block of outcome?.blocks ?? []) if (block.type === "media") files.set(block.file.name, block.file);
  }
  return files;
}

/** What is copied of a reply: its words. */
export function wordsOf(said: readonly SaidView[]): string {
  return said.flatMap((it) => (it.kind === "text" ? [it.text] : [])).join("\n\n");
}
