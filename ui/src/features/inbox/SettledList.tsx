/** The questions that are over, the newest first, each with how it ended. */
import {
  IconBan, IconCheck, IconClockX, IconExternalLink, IconExternalLinkOff, IconFolder, IconMinus, IconPlayerStop, IconPlugConnectedX, IconPointer, IconShieldCheck, IconX,
  type Icon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { QuestionView } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { Said } from "../../components/Said";
import { Stranger } from "../../components/Stranger";
import { sentence } from "../../lib/sentence";
import { endingOf, type Ending } from "./questions";
import { useWho } from "./useWho";
import { Sensitive } from "./WaitingItem";
import classes from "./Inbox.module.css";

const ICONS: Record<Ending, Icon> = {
  answered: IconCheck,
  allowed: IconShieldCheck,
  opened: IconExternalLink,
  chosen: IconFolder,
  declined: IconX,
  cancelled: IconMinus,
  expired: IconClockX,
  callStopped: IconPlayerStop,
  serverEnded: IconPlugConnectedX,
  notNeeded: IconPointer,
  notOpened: IconExternalLinkOff,
  refused: IconBan,
};

const TONES: Partial<Record<Ending, string>> = { answered: "ready", allowed: "ready", opened: "ready", chosen: "ready", expired: "attention", notOpened: "failed", refused: "failed" };

export function SettledList({ settled }: { settled: QuestionView[] }) {
  const { t } = useTranslation("inbox");
  return (
    <section aria-labelledby="inbox-over">
      <h2 id="inbox-over" className={classes["heading"]}>{t("over")}</h2>
      <ul>{settled.map((it) => <SettledItem key={it.id} question={it} />)}</ul>
    </section>
  );
}

function SettledItem({ question }: { question: QuestionView }) {
  const { t } = useTranslation("inbox");
  const who = useWho()(question);
  const { standing } = question;
  if (standing.standing !== "settled") return null;
  const { end } = standing;
  const ending = endingOf(question.kind, end);
  const Shown = ICONS[ending];
  return (
    <li className={classes["row"]} data-question={question.id} data-over>
      <div className={classes["state"]}>
        <span className={classes["ending"]} data-tone={TONES[ending]}>
          <Shown size={16} stroke={1.75} aria-hidden="true" />
          {t(`ending.${ending}`)}
        </span>
      </div>
      <div className={classes["what"]}>
        <h3 className={classes["who"]}>{who}</h3>
        {question.words && <p className={`${classes["words"]} dim`}><Stranger text={question.words} /></p>}
        {(end.how === "refused" || end.how === "notOpened") && <p className={classes["reason"]}><Said text={sentence(end.reason)} /></p>}
      </div>
      <div className={`${classes["facts"]} dim`}>
        <span><Ago at={standing.at} /></span>
        {question.sensitive && <Sensitive />}
      </div>
    </li>
  );
}
