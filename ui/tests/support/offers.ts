/** Prompts, resources and wishes to begin a test from; each says only what it is about. */
import type {
  AbilitiesView, ContentsView, PromptGiven, PromptView, ResourceView, ServerPrompts, ServerResources, ServerWishes, TemplateView,
} from "../../src/backend/wire";
import { textBlock } from "./rows";

export function prompt(name: string, more: Partial<PromptView> = {}): PromptView {
  return { name, title: null, description: "", arguments: [], marks: [], ...more };
}

export function resource(uri: string, more: Partial<ResourceView> = {}): ResourceView {
  return { uri, name: uri, title: null, description: "", mime: "text/plain", size: null, annotations: null, marks: [], ...more };
}

export function template(uriTemplate: string, variables: string[]): TemplateView {
  return { uriTemplate, variables, name: uriTemplate, title: null, description: "", mime: null, annotations: null, marks: [] };
}

export function promptsOf(all: (string | PromptView)[], more: Partial<ServerPrompts> = {}): ServerPrompts {
  const prompts = all.map((it) => (typeof it === "string" ? prompt(it) : it));
  return { server: "a", title: "A", ready: true, prompts, setAside: [], odd: [], ...more };
}

export function resourcesOf(uris: string[], templates: string[] = [], more: Partial<ServerResources> = {}): ServerResources {
  const made = templates.map((it) => template(it, [...it.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "")));
  return { server: "a", title: "A", ready: true, resources: uris.map((it) => resource(it)), templates: made, setAside: [], odd: [], ...more };
}

export const able: AbilitiesView = { prompts: true, resources: true, watch: true, complete: true, log: true };

export function wishes(more: Partial<ServerWishes> = {}): ServerWishes {
  return { server: "a", level: null, folders: [], pictures: false, watched: [], can: able, ...more };
}

export function given(...texts: string[]): PromptGiven {
  const messages = texts.map((text) => ({ role: "user", blocks: [textBlock(text)] }));
  return { description: null, messages, raw: "{}", whole: null, leftOut: 0, odd: [], took: 5 };
}

export function contents(text: string): ContentsView {
  const body = { type: "text" as const, text, size: text.length, cut: false };
  return { parts: [{ uri: "file:///a", mime: "text/plain", body }], raw: "{}", whole: null, leftOut: 0, odd: [], took: 5 };
}
