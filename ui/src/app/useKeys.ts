/** Listens for the keys of the whole window and does what they ask. */
import { useEffect, useRef } from "react";

import { blank, go, home, newChat, outOf, type Route } from "../lib/route";
import { unreachable } from "../lib/unreachable";
import { actionOf, isTyping, type KeyAction } from "./keys";

export function useKeys(route: Route, onHelp: () => void): void {
  const open = useRef(false);
  useEffect(() => {
    // Looked at before anybody hears the key: a dialog that closes by it is gone when it comes to us.
    const before = () => { open.current = dialogIsOpen(); };
    window.addEventListener("keydown", before, true);
    return () => window.removeEventListener("keydown", before, true);
  }, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || open.current) return;
      const action = actionOf(event, isTyping(event.target));
      if (action && act(action, route, onHelp)) event.preventDefault();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [route, onHelp]);
}

/** Does it, and says whether there was anything to do. */
function act(action: KeyAction, route: Route, onHelp: () => void): boolean {
  switch (action) {
    case "help":
      onHelp();
      return true;
    case "back":
      return back(route);
    case "log": {
      const server = "server" in route ? route.server : null;
      if (server !== null) go({ page: "servers", server, view: "log" });
      return true;
    }
    case "search": {
      const field = document.querySelector<HTMLInputElement>("[data-search]");
      field?.focus();
      return field !== null;
    }
    case "chat":
      go(newChat);
      focusComposer();
      return true;
    case "servers":
      go(home);
      return true;
    case "tools":
      go({ page: "tools", server: null, tool: null });
      return true;
    case "inbox":
    case "secrets":
    case "approvals":
      go({ page: action });
      return true;
    case "models":
      go({ page: "models", provider: null });
      return true;
    case "add":
      go(blank);
      return true;
    default:
      return unreachable(action);
  }
}

/** Brings the cursor to where one writes; the page comes first, if it is another. */
function focusComposer(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-composer]")?.focus());
}

/** Goes one step out. */
function back(route: Route): boolean {
  const out = outOf(route);
  if (!out) return false;
  go(out);
  return true;
}

/** A dialog or menu hears its own keys. On narrow windows the pane is one, too. */
function dialogIsOpen(): boolean {
  return document.querySelector("[role=dialog], [role=menu]") !== null;
}
