/** The last lines of a log, small, for the pane of its server. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Unread } from "../../components/Unread";
import { LogLine } from "./LogLine";
import type { Tail } from "./useTail";
import classes from "./Log.module.css";

export function LogTail({ lines, unread }: Tail) {
  const { t } = useTranslation("log");
  const box = useRef<HTMLDivElement>(null);
  const last = lines?.at(-1)?.position;
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [last]);
  if (unread) return <Unread what={t("unread")} {...unread} />;
  if (lines?.length === 0) return <p className="dim small">{t("empty")}</p>;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className={classes["tail"]} ref={box} tabIndex={0} role="group" aria-label={t("label")}>
      {lines?.map((line) => <LogLine key={line.position} line={line} search="" />)}
    </div>
  );
}
