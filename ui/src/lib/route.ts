/** Where the window is: a route in the address's hash, so that back and links work. */
import { useSyncExternalStore } from "react";

import { unreachable } from "./unreachable";

export type ServerView = "details" | "diagnosis" | "log" | "edit";

/** One thing that a server offers beside its tools: a prompt by its name, a resource or a template by its address. */
export interface Offer {
  kind: "prompt" | "resource" | "template";
  id: string;
}

export type Route =
  | { page: "servers"; server: string | null; view: ServerView }
  /** `paste` numbers what was pasted to begin with; null: nothing. */
  | { page: "add"; paste: number | null }
  | { page: "tools"; server: string | null; tool: string | null }
  | { page: "offers"; server: string; offer: Offer | null }
  /** Without a conversation: a new one. */
  | { page: "chat"; conversation: string | null }
  | { page: "inbox" }
  | { page: "secrets" }
  | { page: "models"; provider: number | null }
  | { page: "approvals" };

export const home: Route = { page: "servers", server: null, view: "details" };

/** The address of a route, for `href`. */
export function href(route: Route): string {
  switch (route.page) {
    case "servers": {
      if (route.server === null) return "#/servers";
      const tail = route.view === "details" ? "" : `/${route.view}`;
      return `#/servers/${encodeURIComponent(route.server)}${tail}`;
    }
    case "add":
      return route.paste === null ? "#/add" : `#/add/${route.paste}`;
    case "tools":
      return ["#/tools", route.server, route.tool]
        .filter((it) => it !== null)
        .map((it, at) => (at === 0 ? it : encodeURIComponent(it)))
        .join("/");
    case "offers":
      return ["#/offers", route.server, ...(route.offer ? [route.offer.kind, route.offer.id] : [])]
        .map((it, at) => (at === 0 ? it : encodeURIComponent(it)))
        .join("/");
    case "chat":
      return route.conversation === null ? "#/chat" : `#/chat/${encodeURIComponent(route.conversation)}`;
    case "inbox":
    case "secrets":
    case "approvals":
      return `#/${route.page}`;
    case "models":
      return route.provider === null ? "#/models" : `#/models/${route.provider}`;
    default:
      return unreachable(route);
  }
}

/** A conversation that begins. */
export const newChat: Route = { page: "chat", conversation: null };

export const blank: Route = { page: "add", paste: null };

export const serverHref = (server: string, view: ServerView = "details") =>
  href({ page: "servers", server, view });

/** The route of a hash; what is not known leads home. */
export function parseRoute(hash: string): Route {
  const [page, first, second, third] = hash.replace(/^#\/?/, "").split("/").map(decode);
  if (page === "chat") return { page, conversation: first || null };
  if (page === "add") return { page: "add", paste: first ? Number(first) : null };
  if (page === "tools") return { page: "tools", server: first ?? null, tool: second ?? null };
  if (page === "offers" && first) return { page, server: first, offer: offerOf(second, third) };
  if (page === "inbox" || page === "secrets" || page === "approvals") return { page };
  if (page === "models") return { page, provider: numberOf(first) };
  if (page !== "servers" || !first) return home;
  const view = second === "diagnosis" || second === "log" || second === "edit" ? second : "details";
  return { page: "servers", server: first, view };
}

function offerOf(kind: string | undefined, id: string | undefined): Offer | null {
  if (!id) return null;
  return kind === "prompt" || kind === "resource" || kind === "template" ? { kind, id } : null;
}

/** A provider's number; what is none leads to the list. */
function numberOf(part: string | undefined): number | null {
  return part !== undefined && /^\d{1,15}$/.test(part) ? Number(part) : null;
}

/** The route one step out of this one; null at home. */
export function outOf(route: Route): Route | null {
  switch (route.page) {
    case "servers":
      if (route.server === null) return null;
      return route.view === "log" || route.view === "edit" ? { ...route, view: "details" } : home;
    case "add":
    case "inbox":
    case "secrets":
    case "approvals":
      return home;
    case "models":
      return route.provider === null ? home : { page: "models", provider: null };
    case "chat":
      return route.conversation === null ? null : newChat;
    case "offers":
      if (route.offer === null) return { page: "servers", server: route.server, view: "details" };
      return { ...route, offer: null };
    case "tools":
      return route.tool === null ? null : { page: "tools", server: null, tool: null };
    default:
      return unreachable(route);
  }
}

export const offerHref = (server: string, offer: Offer | null = null) => href({ page: "offers", server, offer });

export function go(route: Route): void {
  window.location.hash = href(route);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

let last: { hash: string; route: Route } = { hash: "", route: home };

/** The same object for the same hash, as a store must give. */
function read(): Route {
  const { hash } = window.location;
  if (hash !== last.hash) last = { hash, route: parseRoute(hash) };
  return last.route;
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, read);
}
