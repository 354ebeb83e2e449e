/** The JSON of a server to be; what is pasted into it goes to the app first. */
import { Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Failure } from "../../backend/wire";
import type { Pasted } from "../../components/CodeEditor";
import { FailureNote } from "../../components/FailureNote";
import { LazyCode } from "../../components/LazyCode";
import { Note } from "../../components/Note";
import type { Broken, Mirror } from "./mirror";
import classes from "./Draft.module.css";

interface Props {
  mirror: Mirror;
  reading: boolean;
  failure: Failure | null;
  onText: (text: string) => void;
  onPaste: (pasted: Pasted) => void;
}

export function JsonSide({ mirror, reading, failure, onText, onPaste }: Props) {
  const { t } = useTranslation("draft");
  const { text, broken, unknown } = mirror;
  return (
    <>
      <p className="dim small">{t("jsonHint")}</p>
      <div className={classes["code"]} data-broken={broken !== null}>
        <LazyCode label={t("jsonLabel")} value={text} onChange={onText} onPaste={onPaste} />
      </div>
      <div role="status">
        {reading && <p className="dim"><Loader size={14} /> {t("pasteReading")}</p>}
        {broken && <BrokenNote broken={broken} />}
        {unknown.length > 0 && <Note tone="attention">{t("unknownKeys", { keys: unknown.join(", ") })}</Note>}
      </div>
      {failure && <FailureNote failure={failure} />}
    </>
  );
}

const KNOWN = [
  "InvalidSymbol", "InvalidNumberFormat", "PropertyNameExpected", "ValueExpected", "ColonExpected",
  "CommaExpected", "CloseBraceExpected", "CloseBracketExpected", "EndOfFileExpected", "UnexpectedEndOfString",
] as const;

function BrokenNote({ broken }: { broken: Broken }) {
  const { t } = useTranslation("draft");
  if (broken.why === "wrongType") return <Note tone="attention">{t("wrongType", { key: broken.key })}</Note>;
  if (broken.why === "notOneServer") return <Note tone="attention">{t("notOneServer")}</Note>;
  const known = KNOWN.find((it) => it === broken.code);
  const what = t(`parse.${known ?? "other"}`);
  return <Note tone="failed">{t("broken", { ...broken.place, what })}</Note>;
}
