/** Providers that people are likely to have, with what they speak and where they are. */
import type { DialectView } from "../../backend/wire";

export interface Preset {
  /** Nothing for one that is not known by name. */
  name: string | null;
  kind: "account" | "here" | "other";
  dialect: DialectView;
  baseUrl: string;
  withKey: boolean;
}

const account = (name: string, dialect: DialectView, baseUrl: string): Preset => ({ name, kind: "account", dialect, baseUrl, withKey: true });
const here = (name: string, port: number): Preset => ({
  name, kind: "here", dialect: "chatCompletions", baseUrl: `http://localhost:${port}/v1`, withKey: false,
});

export const PRESETS: readonly Preset[] = [
  account("OpenAI", "responses", "https://api.openai.com/v1"),
  account("Anthropic", "anthropic", "https://api.anthropic.com"),
  account("Google Gemini", "gemini", "https://generativelanguage.googleapis.com"),
  account("OpenRouter", "chatCompletions", "https://openrouter.ai/api/v1"),
  here("Ollama", 11434),
  here("LM Studio", 1234),
  here("llama.cpp", 8080),
  here("vLLM", 8000),
  here("Jan", 1337),
  { name: null, kind: "other", dialect: "chatCompletions", baseUrl: "", withKey: true },
];

export const DIALECTS: readonly DialectView[] = ["chatCompletions", "responses", "anthropic", "gemini"];
