/** What a server answered with: how it went, a switch to the reply as it came, copy, what is odd. */
import { SegmentedControl } from "@mantine/core";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { FileView } from "../../backend/wire";
import { indent } from "../../lib/json";
import { took } from "../../lib/time";
import { CopyButton } from "../CopyButton";
import { LazyCode } from "../LazyCode";
import { Marks } from "../Marks";
import { Note } from "../Note";
import { StateMark, type Tone } from "../StateMark";
import classes from "./Parts.module.css";
import { WholeNote } from "./WholeNote";

interface Props {
  tone: Tone;
  word: string;
  took: number;
  /** The reply as it came; nothing where it is too long for a page. */
  raw: string | null;
  /** The file that has all of it, where it is long. */
  whole: FileView | null;
  /** How many pieces are not here; that file has them, where there is one. */
  leftOut: number;
  /** What was unexpected about it, in words. */
  odd: string[];
  /** What is copied; where there is no text, the reply as it came is. */
  text: () => string;
  /** More of how it went. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Answer({ tone, word, took: time, raw, whole, leftOut, odd, text, aside, children }: Props) {
  const { t, i18n } = useTranslation("parts");
  const [view, setView] = useState<"shown" | "raw">("shown");
  // A long reply takes a while to lay out: only for whoever looks at it.
  const laid = useMemo(() => (view === "raw" && raw !== null ? indent(raw) : ""), [view, raw]);
  const copied = () => (view === "raw" && raw !== null ? laid : text() || indent(raw ?? ""));
  return (
    <>
      <div className={classes["resultHead"]}>
        <span role="status">
          <StateMark tone={tone}>{word}</StateMark>{" "}
          <span className="dim">· {t("took", { took: took(time, i18n.language) })}</span>
        </span>
        {aside}
        <span className={classes["grow"]} />
        <SegmentedControl
          size="xs"
          aria-label={t("view")}
          value={view}
          data={[{ value: "shown", label: t("shown") }, { value: "raw", label: t("raw") }]}
          onChange={setView}
        />
        <CopyButton text={copied} label={t("copyResult")} />
      </div>
      {view === "raw" && raw !== null && (
        <div className={classes["code"]} style={{ height: 420 }}><LazyCode label={t("rawLabel")} value={laid} /></div>
      )}
      {view === "raw" && raw === null && <p className="dim">{t("rawTooLong")}</p>}
      {view === "shown" && (
        <>
          <Marks marks={odd} />
          {whole && <WholeNote file={whole} leftOut={leftOut} />}
          {!whole && leftOut > 0 && <Note tone="attention">{t("notShown", { count: leftOut })}</Note>}
          {children}
        </>
      )}
    </>
  );
}
