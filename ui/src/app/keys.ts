/** Which key means what in the whole window; pure, and knows no page. */

export type KeyAction = "chat" | "log" | "back" | "help" | "search" | "servers" | "tools" | "inbox" | "secrets" | "models" | "approvals" | "add";

interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** What a key press asks for; `typing` is whether the focus is in a field. */
export function actionOf(press: Press, typing: boolean): KeyAction | null {
  if (press.altKey) return null;
  const mod = press.ctrlKey || press.metaKey;
  const key = press.key.toLowerCase();
  if (mod) {
    if (press.shiftKey) return null;
    if (key === "l") return "log";
    if (key === "n") return "chat";
    if (key === "1") return "servers";
    if (key === "2") return "tools";
    if (key === "3") return "inbox";
    if (key === "4") return "secrets";
    if (key === "5") return "models";
    if (key === "6") return "approvals";
    return null;
  }
  if (press.key === "Escape") return typing ? null : "back";
  if (typing) return null;
  if (press.key === "?") return "help";
  if (press.key === "/") return "search";
  if (key === "a" && !press.shiftKey) return "add";
  return null;
}

/** Whether keys that are typed now go into a field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [role=textbox]"))
  );
}
