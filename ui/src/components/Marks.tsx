/** What was noticed about something that a server listed or answered. */
import { useTranslation } from "react-i18next";

import { Note } from "./Note";
import { Said } from "./Said";

export function Marks({ marks, title }: { marks: readonly string[]; title?: string }) {
  const { t } = useTranslation("parts");
  if (marks.length === 0) return null;
  return (
    <Note tone="attention">
      <strong>{title ?? t("marks")}</strong>
      <ul>{marks.map((it) => <li key={it}><Said text={it} /></li>)}</ul>
    </Note>
  );
}
