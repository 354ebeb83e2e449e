/** How many lines are shown, and how far back that was looked for. */
import { useTranslation } from "react-i18next";

import { exact } from "../../lib/time";
import classes from "./Log.module.css";
import type { Older } from "./useLog";

interface Props {
  count: number;
  /** Whether a search or a kind leaves only some lines. */
  filters: boolean;
  /** When the first line that is held was written. */
  first: string | undefined;
  older: Older;
}

export function LogReach({ count, filters, first, older }: Props) {
  const { t, i18n } = useTranslation("log");
  const at = Date.parse(first ?? "");
  const time = Number.isNaN(at) ? "" : exact(at, i18n.language);
  return (
    <p className={`dim small ${classes["reach"]}`} role="status">
      <span data-testid="log-count">{t(filters ? "matches" : "lines", { count })}</span>
      {time !== "" && older.state !== "none" && <> · {t("since", { time })}</>}
      {filters && older.state === "none" && <> · {t("whole")}</>}
      {filters && older.state === "reading" && <> · {t("looking")}</>}
    </p>
  );
}
