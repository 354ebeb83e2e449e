/** One line of a log: time, level as a word, text; matches of a search are marked. */
import { memo } from "react";
import { useTranslation } from "react-i18next";

import type { LogLineView } from "../../backend/wire";
import { Marked } from "../../components/Marked";
import { visible } from "../../lib/visible";
import { toneOf } from "./tags";
import classes from "./Log.module.css";

interface Props {
  line: LogLineView;
  search: string;
}

export const LogLine = memo(function LogLine({ line, search }: Props) {
  const { t, i18n } = useTranslation("log");
  const at = new Date(line.at);
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: "medium", hourCycle: "h23" });
  return (
    <div className={classes["line"]} data-tone={toneOf(line.tag)}>
      <time dateTime={line.at} title={at.toLocaleString(i18n.language)} className={classes["at"]}>
        {Number.isNaN(at.getTime()) ? line.at : time.format(at)}
      </time>
      <span className={classes["tag"]}>{line.tag === "lifecycle" ? t("tags.lifecycle") : visible(line.tag)}</span>
      <span dir="auto" className={classes["text"]}><Marked text={visible(line.text)} search={search} /></span>
    </div>
  );
});
