/** What is said of a question, and how it ended; pure, and knows no page. */
import type { EndView, InboxView, QuestionView } from "../../backend/wire";
import { unreachable } from "../../lib/unreachable";

/** The tools that a question may be for, each once. */
export function toolsOf({ calls }: QuestionView): string[] {
  return [...new Set(calls.map((it) => it.tool))];
}

/** Which sentence says who asks; the words are in `who.…`. */
export type Who = "form" | "formFor" | "link" | "linkOwn" | "linkFor" | "folder" | "file" | "consent" | "allow" | "secret" | "secretOwn";

export function whoOf(question: QuestionView): Who {
  // A terminal's own question has a call, too, and no server: it is no tool that asks.
  const called = question.server !== null && question.calls.length > 0;
  switch (question.kind) {
    case "form":
      return called ? "formFor" : "form";
    case "link":
      if (called) return "linkFor";
      return question.title ? "link" : "linkOwn";
    case "allow":
    case "consent":
    case "folder":
    case "file":
      return question.kind;
    case "secret":
      return question.title ? "secret" : "secretOwn";
    default:
      return unreachable(question.kind);
  }
}

/** How a question ended, told apart by a word and an icon each. */
export type Ending =
  | "answered" | "allowed" | "opened" | "chosen" | "declined" | "cancelled" | "expired" | "callStopped" | "serverEnded" | "notNeeded" | "notOpened" | "refused";

const ANSWERED = { allow: "allowed", consent: "allowed", secret: "answered", form: "answered", link: "opened", folder: "chosen", file: "chosen" } as const;

export function endingOf(kind: QuestionView["kind"], end: EndView): Ending {
  switch (end.how) {
    case "answered":
      return ANSWERED[kind];
    case "declined":
    case "cancelled":
    case "expired":
    case "notOpened":
    case "refused":
      return end.how;
    case "orphaned":
      return end.by === "call" ? "callStopped" : end.by === "server" ? "serverEnded" : "notNeeded";
    default:
      return unreachable(end);
  }
}

/** The question that was asked last, over or not: what is new when it changes. */
export function newestOf({ waiting, settled }: InboxView): QuestionView | null {
  return [...waiting, ...settled].reduce<QuestionView | null>((last, it) => (last && last.id > it.id ? last : it), null);
}
