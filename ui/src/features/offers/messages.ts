/** The texts of a prompt's messages, for whoever copies them; pure. */
import type { PromptGiven, PromptMessageView } from "../../backend/wire";

/** The texts of one message. */
export function textIn({ blocks }: PromptMessageView): string {
  return blocks.flatMap((it) => (it.type === "text" || it.type === "resource" ? [it.text] : [])).join("\n");
}

/** All texts; who says them, where there is more than one message. */
export function textOf({ messages }: PromptGiven): string {
  const texts = messages.map((it) => ({ role: it.role, text: textIn(it) })).filter((it) => it.text !== "");
  if (texts.length < 2) return texts[0]?.text ?? "";
  return texts.map((it) => `${it.role}: ${it.text}`).join("\n\n");
}
