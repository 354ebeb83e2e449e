/** Providers, models and rules to begin a test from; each says only what it is about. */
import type { ModelTold, ModelView, ProviderView, RuleTerms, RuleView } from "../../src/backend/wire";

export function provider(id: number, name: string, more: Partial<ProviderView> = {}): ProviderView {
  return { id, name, dialect: "chatCompletions", baseUrl: "http://localhost:11434/v1", hasKey: false, local: true, own: false, ...more };
}

export function told(more: Partial<ModelTold> = {}): ModelTold {
  return { context: null, price: null, favourite: false, blind: false, mustCall: false, ...more };
}

export function model(id: string, more: Partial<ModelTold> = {}, title: string | null = null): ModelView {
  return { id, title, context: null, told: told(more) };
}

export function terms(more: Partial<RuleTerms> = {}): RuleTerms {
  return { priority: 0, server: null, registration: null, tool: "*", below: null, action: "ask", digest: null, conversation: null, expires: null, note: "", ...more };
}

export function rule(id: number, more: Partial<RuleTerms> = {}, stale = false): RuleView {
  return { id, terms: terms({ priority: id * 10, ...more }), stale, removed: false, title: null, created: 0 };
}
