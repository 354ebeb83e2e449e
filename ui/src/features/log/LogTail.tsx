/** The last lines of a log, small, for the pane of its server. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { logOf } from "../../backend/queries";
import { sentence } from "../../lib/sentence";
import { LogLine } from "./LogLine";
import classes from "./Log.module.css";

const LINES = 12;

export function LogTail({ server }: { server: string }) {
  const { t } = useTranslation("log");
  const log = useQuery(logOf(useBackend(), server));
  const box = useRef<HTMLDivElement>(null);
  const lines = log.data?.lines.slice(-LINES) ?? [];
  const last = lines.at(-1)?.position;
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [last]);
  if (log.error) return <p className="dim small">{sentence(failureOf(log.error).message)}</p>;
  if (log.data && lines.length === 0) return <p className="dim small">{t("empty")}</p>;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className={classes["tail"]} ref={box} tabIndex={0} role="group" aria-label={t("label")}>
      {lines.map((line) => <LogLine key={line.position} line={line} search="" />)}
    </div>
  );
}
