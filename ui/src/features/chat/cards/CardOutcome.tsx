/** What came of a call: its parts, or in words why there are none, with what the server said. */
import { useTranslation } from "react-i18next";

import type { CardView } from "../../../backend/wire";
import { Marks } from "../../../components/Marks";
import { Note } from "../../../components/Note";
import { OutcomeParts } from "../../../components/parts/OutcomeParts";
import { WholeNote } from "../../../components/parts/WholeNote";
import { Said } from "../../../components/Said";
import { sentence } from "../../../lib/sentence";
import { visible } from "../../../lib/visible";
import classes from "./Cards.module.css";

export function CardOutcome({ card }: { card: CardView }) {
  const { t } = useTranslation("chat");
  const { outcome, words, state, server, tool } = card;
  const bad = state === "failed" || state === "interrupted";
  const failed = outcome?.isError === true;
  if (!words && !outcome) return state === "done" ? null : <p className="dim">{t(`noOutcome.${state === "pending" || state === "running" ? "cancelled" : state}`)}</p>;
  return (
    <div className={classes["outcome"]}>
      {failed && !words && <Note tone="failed"><strong>{t("toolFailed")}</strong></Note>}
      {words && (bad || failed ? <Note tone={state === "interrupted" ? "attention" : "failed"}><Said text={sentence(words)} /></Note> : <p className="dim"><Said text={sentence(words)} /></p>)}
      {outcome && (
        <>
          <Marks marks={outcome.odd} />
          {outcome.whole && <WholeNote file={outcome.whole} leftOut={outcome.leftOut} />}
          <OutcomeParts outcome={outcome} server={server ?? ""} tool={visible(tool)} />
        </>
      )}
    </div>
  );
}
