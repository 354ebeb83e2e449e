/** Tells a screen reader of each new question, wherever in the window the person is. */
import { useTranslation } from "react-i18next";

import { useInbox } from "../../backend/queries";
import { newestOf } from "./questions";
import { useWho } from "./useWho";

export function InboxNews() {
  const { t } = useTranslation("inbox");
  const who = useWho();
  const inbox = useInbox();
  const newest = inbox.data ? newestOf(inbox.data) : null;
  // The words change with a new question alone, so that nothing is read out twice.
  return <div className="srOnly" role="status" aria-live="polite">{newest && t("news", { who: who(newest) })}</div>;
}
