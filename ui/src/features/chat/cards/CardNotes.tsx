/** What a person should know before they allow a call. What a server claims of its tool is not checked, and said so. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { CardNote } from "../../../backend/wire";
import { LazyDiff } from "../../../components/LazyDiff";
import { Note } from "../../../components/Note";
import { Said } from "../../../components/Said";
import { visible } from "../../../lib/visible";
import { unreachable } from "../../../lib/unreachable";
import { useDoings, useFold } from "../context";
import classes from "./Cards.module.css";

export function CardNotes({ call, notes }: { call: string; notes: CardNote[] }) {
  return <>{notes.map((it, at) => <OneNote key={at} call={call} note={it} />)}</>;
}

function OneNote({ call, note }: { call: string; note: CardNote }) {
  const { t } = useTranslation("chat");
  switch (note.kind) {
    case "destructive":
      return <Note tone="attention">{t("note.destructive")}</Note>;
    case "readOnly":
      return <p className="dim small">{t("note.readOnly")}</p>;
    case "again":
      return <Again server={note.server} tool={note.tool} />;
    case "hidden":
      return <Note tone="attention"><p>{t("note.hidden")}</p><p><Said text={note.words} /></p></Note>;
    case "changed":
      return <Changed call={call} note={note} />;
    default:
      return unreachable(note);
  }
}

function Again({ server, tool }: { server: string; tool: string | null }) {
  const { t } = useTranslation("chat");
  const { titleOf } = useDoings();
  const title = visible(titleOf(server));
  return <Note tone="attention">{tool === null ? t("note.againAttached", { server: title }) : t("note.again", { server: title, tool: visible(tool) })}</Note>;
}

function Changed({ call, note: { since, before, after } }: { call: string; note: CardNote & { kind: "changed" } }) {
  const { t } = useTranslation("chat");
  const what = before === after ? "otherServer" : since === "allowed" ? "changed" : "changedMeanwhile";
  const [open, toggle] = useFold(`changed/${call}`, false);
  return (
    <Note
      tone="attention"
      actions={before !== after && <Button size="compact-sm" variant="default" aria-expanded={open} onClick={toggle}>{t(open ? "note.hideChange" : "note.showChange")}</Button>}
    >
      <p><strong>{t(`note.${what}`)}</strong></p>
      <p>{t(`note.${what}Hint`)}</p>
      {open && before !== after && <div className={classes["diff"]}><LazyDiff before={before} after={after} beforeLabel={t(since === "allowed" ? "note.before" : "note.beforeShown")} afterLabel={t("note.after")} /></div>}
    </Note>
  );
}
