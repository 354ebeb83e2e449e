/** A call that runs: how far it is, what it asks the person for, and Stop. */
import { Button } from "@mantine/core";
import { IconPlayerStop } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCallProgress } from "../../../backend/chat";
import type { CardView, QuestionView } from "../../../backend/wire";
import { BusyButton } from "../../../components/BusyButton";
import { ProgressBar, ProgressWords } from "../../../components/HowFar";
import { Stranger } from "../../../components/Stranger";
import { useDoings } from "../context";
import classes from "./Cards.module.css";

export function Running({ card, question }: { card: CardView; question: QuestionView | null }) {
  const { t } = useTranslation("chat");
  const { cancel, conversation } = useDoings();
  const progress = useCallProgress(conversation, card.id);
  const [stopping, setStopping] = useState(false);
  const stop = () => {
    setStopping(true);
    void cancel(card.id).finally(() => setStopping(false));
  };
  return (
    <div className={classes["running"]}>
      {question && <Asks question={question} />}
      <div className={classes["far"]}>
        <div className={classes["progress"]}>
          <span className="small"><ProgressWords progress={progress} /></span>
          <ProgressBar progress={progress} />
        </div>
        <BusyButton size="compact-sm" variant="default" leftSection={<IconPlayerStop size={14} aria-hidden="true" />} busy={stopping} onClick={stop}>{t("stopCall")}</BusyButton>
      </div>
    </div>
  );
}

function Asks({ question }: { question: QuestionView }) {
  const { t } = useTranslation("chat");
  const { raise } = useDoings();
  const what = question.kind === "link" ? "link" : question.sensitive ? "secret" : "form";
  return (
    <div className={classes["asks"]}>
      <div>
        <strong>{t(`asks.${what}`)}</strong>
        {question.words && <div className="small"><Stranger text={question.words} /></div>}
      </div>
      {!question.atTerminal && <Button size="compact-sm" onClick={() => raise(question.id)}>{t("asks.show")}</Button>}
    </div>
  );
}
