/** Says which texts in fields hold what cannot be seen: a field itself can only hold them as they are. */
import { useTranslation } from "react-i18next";

import { hides, visible } from "../lib/visible";
import { Note } from "./Note";

export function HiddenNote({ texts }: { texts: string[] }) {
  const { t } = useTranslation();
  const hiding = [...new Set(texts.filter(hides))];
  if (hiding.length === 0) return null;
  return (
    <Note tone="attention" loud>
      <p>{t("hidden", { count: hiding.length })}</p>
      <ul>{hiding.map((it) => <li key={it} className="mono pre">{visible(it)}</li>)}</ul>
    </Note>
  );
}
