/** What goes on after the last message: asked, tried again, waiting for the person, or broken off. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { MessageView, RetryView, TurnView } from "../../backend/wire";
import { Note } from "../../components/Note";
import { Said } from "../../components/Said";
import { StateMark } from "../../components/StateMark";
import { useNow } from "../../lib/now";
import { sentence } from "../../lib/sentence";
import { unreachable } from "../../lib/unreachable";
import classes from "./Chat.module.css";
import { useDoings } from "./context";
import { cardsIn } from "./rows";

export function TurnLine({ turn, last }: { turn: TurnView; last: MessageView | undefined }) {
  return <div className={classes["turn"]} data-testid="turn"><Words turn={turn} last={last} /></div>;
}

function Words({ turn, last }: { turn: TurnView; last: MessageView | undefined }) {
  const { t } = useTranslation("chat");
  const { goOn } = useDoings();
  switch (turn.state) {
    case "asking":
      if (turn.retry) return <Retry retry={turn.retry} />;
      // The reply itself says that it is being written.
      return last?.body.kind === "round" && last.body.state === "writing" ? null : <StateMark tone="working">{t("turn.asking")}</StateMark>;
    case "calling":
    case "waiting": {
      const count = last ? cardsIn(last).filter((it) => it.state === "pending").length : 0;
      return count > 0 ? <StateMark tone="attention">{t("waits", { count })}</StateMark> : null;
    }
    case "idle": {
      const told = last?.body.kind === "round" && last.body.state !== "done";
      const actions = turn.canGoOn && !told && <Button size="compact-sm" variant="default" onClick={() => goOn(null)}>{t("goOn")}</Button>;
      if (turn.words === null) return actions || null;
      return <Note tone="attention" actions={actions}><p><Said text={sentence(turn.words)} /></p></Note>;
    }
    default:
      return unreachable(turn);
  }
}

function Retry({ retry }: { retry: RetryView }) {
  const { t } = useTranslation("chat");
  const now = useNow(1000);
  const left = Math.max(0, Math.ceil((retry.at - now) / 1000));
  return (
    <Note tone="attention">
      <p><strong>{left > 0 ? t("turn.retryIn", { seconds: left }) : t("turn.retryNow")}</strong></p>
      <p><Said text={sentence(retry.words)} /> <span className="dim">{t("turn.attempt", { attempt: retry.attempt })}</span></p>
    </Note>
  );
}
