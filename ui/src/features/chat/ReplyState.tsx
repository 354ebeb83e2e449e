/** How a reply stands where it is not simply done: being written, stopped, cut short, failed, interrupted. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { MessageView } from "../../backend/wire";
import { Note } from "../../components/Note";
import { Said } from "../../components/Said";
import { StateMark } from "../../components/StateMark";
import { sentence } from "../../lib/sentence";
import { unreachable } from "../../lib/unreachable";
import classes from "./Chat.module.css";
import { useDoings } from "./context";
import type { Round } from "./ReplyMessage";

interface Props {
  message: MessageView;
  body: Round;
  /** Whether nothing of this reply comes after it. */
  last: boolean;
}

export function ReplyState({ message, body, last }: Props) {
  const { t } = useTranslation("chat");
  const { busy, goOn } = useDoings();
  const words = body.words === null ? null : <p><Said text={sentence(body.words)} /></p>;
  const goesOn = <Button size="compact-sm" variant="default" onClick={() => goOn(null)}>{t("goOn")}</Button>;
  const again = <Button size="compact-sm" variant="default" onClick={() => goOn(message.id)}>{t("tryAgain")}</Button>;
  const offers = last && !busy;
  switch (body.state) {
    case "done":
      return null;
    case "writing":
      return body.said.length === 0 ? <StateMark tone="working">{t("state.writing")}</StateMark> : null;
    case "stopped":
      return <div className={classes["stopped"]}><StateMark tone="off">{t("state.stopped")}</StateMark>{words}{offers && goesOn}</div>;
    case "cutShort":
      return <Note tone="attention" actions={offers && goesOn}><p><strong>{t("state.cutShort")}</strong></p>{words}</Note>;
    case "interrupted":
      return <Note tone="attention" actions={offers && goesOn}><p><strong>{t("state.interrupted")}</strong></p>{words}</Note>;
    case "failed":
      return <Note tone="failed" actions={offers && again}><p><strong>{t("state.failed")}</strong></p>{words}</Note>;
    default:
      return unreachable(body.state);
  }
}
