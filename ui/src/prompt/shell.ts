/** What the shell gives to this page: its question, and the one command there is. Nothing of the
 *  main page is used here, so that no code of it stands beside what is typed. */
import type { AnswerPrompt, Prompt, PromptHeard } from "./wire";

declare global {
  interface Window {
    readonly asked: Prompt;
    readonly __TAURI_INTERNALS__: {
      invoke: (command: "answer_prompt", payload: { answer: AnswerPrompt }) => Promise<PromptHeard>;
    };
  }
}

export type Answer = (answer: AnswerPrompt) => Promise<PromptHeard>;

export function asked(): Prompt {
  return window.asked;
}

export const answer: Answer = (said) => window.__TAURI_INTERNALS__.invoke("answer_prompt", { answer: said });
