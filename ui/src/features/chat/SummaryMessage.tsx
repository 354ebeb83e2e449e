/** Says that earlier messages were summed up for the model, and how. */
import { useTranslation } from "react-i18next";

import type { MessageBody } from "../../backend/wire";
import { Stranger, StrangerBlock } from "../../components/Stranger";
import classes from "./Chat.module.css";

export function SummaryMessage({ body }: { body: MessageBody & { kind: "summary" } }) {
  const { t } = useTranslation("chat");
  return (
    <details className={`box ${classes["summary"]}`}>
      <summary>{t("summary", { count: body.covers })}</summary>
      <StrangerBlock text={body.text} />
      {body.facts.length > 0 && (
        <>
          <p className="dim small">{t("facts")}</p>
          <ul className={classes["facts"]}>{body.facts.map((it) => <li key={it} className="mono"><Stranger text={it} /></li>)}</ul>
        </>
      )}
    </details>
  );
}
