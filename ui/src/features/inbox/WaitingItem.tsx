/** One question that waits: who asks what, since when, how long it still waits, and how to get to it. */
import { Button } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { QuestionView } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { TimeLeft } from "./TimeLeft";
import { useWho } from "./useWho";
import classes from "./Inbox.module.css";

interface Props {
  question: QuestionView;
  first: boolean;
  onRaise: () => void;
  onGiveUp: () => void;
}

export function WaitingItem({ question, first, onRaise, onGiveUp }: Props) {
  const { t } = useTranslation("inbox");
  const who = useWho()(question);
  const open = question.standing.standing === "open";
  const raise = t(open ? "show" : "answerNext");
  return (
    <li className={classes["row"]} data-question={question.id}>
      <div className={classes["state"]}>
        <StateMark tone={open ? "attention" : "off"}>{t(question.atTerminal ? "atTerminal" : open ? "open" : "queued")}</StateMark>
      </div>
      <div className={classes["what"]}>
        <h3 className={classes["who"]}>{who}</h3>
        {question.words && <p className={classes["words"]}><Stranger text={question.words} /></p>}
      </div>
      <div className={`${classes["facts"]} dim`}>
        <span><Ago at={question.asked} /></span>
        {question.deadline !== null && <TimeLeft deadline={question.deadline} />}
        {question.sensitive && <Sensitive />}
      </div>
      <div className={classes["controls"]}>
        {!question.atTerminal && (
          <Button
            size="compact-sm"
            variant={open ? "filled" : "default"}
            aria-label={t("actionOf", { action: raise, who })}
            data-heir={first || undefined}
            onClick={onRaise}
          >
            {raise}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t("actionOf", { action: t("giveUp"), who })}
          data-heir={(first && question.atTerminal) || undefined}
          onClick={onGiveUp}
        >
          {t("giveUp")}
        </Button>
      </div>
    </li>
  );
}

/** Says that a secret is asked for. */
export function Sensitive() {
  const { t } = useTranslation("inbox");
  return (
    <span className={classes["sensitive"]} title={t("sensitiveHint")}>
      <IconLock size={14} stroke={1.75} aria-hidden="true" />
      {t("sensitive")}
    </span>
  );
}
