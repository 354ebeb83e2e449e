/** How long a question still waits, counted down; it keeps its width, and nobody is told of each second. */
import { useTranslation } from "react-i18next";

import { useNow } from "../../lib/now";
import { clock, exact } from "../../lib/time";
import classes from "./Inbox.module.css";

/** When it is said in the colour of what needs the person. */
const SOON = 60_000;

export function TimeLeft({ deadline }: { deadline: number }) {
  const { t, i18n } = useTranslation("inbox");
  const left = Math.max(0, deadline - useNow(1000));
  return (
    <span className={classes["left"]} data-soon={left < SOON || undefined} title={t("leftHint", { at: exact(deadline, i18n.language) })}>
      {t("left", { time: clock(left) })}
    </span>
  );
}
