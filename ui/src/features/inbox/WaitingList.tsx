/** The questions that wait, in the order in which they are asked; it brings them to the front or gives them up. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { useQuestionActions } from "../../backend/questions";
import type { QuestionView } from "../../backend/wire";
import { showFailure } from "../../components/toasts";
import { useFocusHeir } from "../../components/useFocusHeir";
import { WaitingItem } from "./WaitingItem";
import classes from "./Inbox.module.css";

export function WaitingList({ waiting }: { waiting: QuestionView[] }) {
  const { t } = useTranslation("inbox");
  const box = useRef<HTMLElement>(null);
  const { raise, withdraw } = useQuestionActions(showFailure);
  useFocusHeir(box, () => box.current?.querySelector<HTMLElement>("[data-heir]"));
  return (
    <section ref={box} aria-labelledby="inbox-waiting">
      <h2 id="inbox-waiting" className={classes["heading"]} tabIndex={-1} data-heir={waiting.length === 0 || undefined}>
        {t("waiting")}
      </h2>
      {waiting.length === 0 && <p className={`dim ${classes["none"]}`}>{t("none")}</p>}
      <ul>
        {waiting.map((it, at) => (
          <WaitingItem key={it.id} question={it} first={at === 0} onRaise={() => raise(it.id)} onGiveUp={() => withdraw(it.id)} />
        ))}
      </ul>
    </section>
  );
}
