/** What is above the first line: older ones on their way, the start of the log, or why there is neither. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { FailureNote } from "../../components/FailureNote";
import classes from "./Log.module.css";
import type { Older } from "./useLog";

export function LogEdge({ older, onRetry }: { older: Older; onRetry: () => void }) {
  const { t } = useTranslation(["log", "common"]);
  if (older.state === "failed") {
    return (
      <div className={classes["edge"]}>
        <FailureNote
          failure={older.failure}
          actions={<Button size="compact-sm" variant="default" onClick={onRetry}>{t("common:action.retry")}</Button>}
        />
      </div>
    );
  }
  const words = { none: t("start"), more: t("olderThere"), reading: t("older") };
  return <div className={classes["edge"]}>{words[older.state]}</div>;
}
