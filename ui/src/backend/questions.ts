/** What the page does about a question that waits: it brings it to the front or gives it up, and answers nothing. */
import { failureOf } from "./backend";
import { useCommand } from "./commands";
import { useInbox } from "./queries";
import type { QuestionView } from "./wire";

/** Both tell their failures; a question that is over by then is none. */
export function useQuestionActions(onFailure: (thrown: unknown) => void) {
  const raise = useCommand("raise_question");
  const withdraw = useCommand("withdraw_question");
  const failed = (thrown: unknown) => {
    if (failureOf(thrown).code !== "not_waiting") onFailure(thrown);
  };
  return {
    raise: (id: number) => void raise.mutateAsync({ id }).catch(failed),
    withdraw: (id: number) => void withdraw.mutateAsync({ id }).catch(failed),
  };
}

/** The first question that waits and belongs to this call alone. */
export function useQuestionOf(call: string | null): QuestionView | null {
  const inbox = useInbox();
  if (call === null) return null;
  return inbox.data?.waiting.find(({ calls }) => calls.length === 1 && calls[0]?.call === call) ?? null;
}
