/** One line of a log: time, level as a word, text; matches of a search are marked. */
import { memo } from "react";
import { useTranslation } from "react-i18next";

import type { LogLineView } from "../../backend/wire";
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

/** The text with what is searched for marked. */
function Marked({ text, search }: { text: string; search: string }) {
  if (!search) return <>{text}</>;
  const parts: { at: number; text: string; hit: boolean }[] = [];
  const low = text.toLowerCase();
  const needle = search.toLowerCase();
  let from = 0;
  for (let hit = low.indexOf(needle); hit !== -1; hit = low.indexOf(needle, from)) {
    parts.push({ at: from, text: text.slice(from, hit), hit: false });
    parts.push({ at: hit, text: text.slice(hit, hit + needle.length), hit: true });
    from = hit + needle.length;
  }
  parts.push({ at: from, text: text.slice(from), hit: false });
  return (
    <>
      {parts.map((it) => (it.hit ? <mark key={`m${it.at}`}>{it.text}</mark> : <span key={it.at}>{it.text}</span>))}
    </>
  );
}
