/** The servers that were found in one text, to be looked at and added one by one. */
import { UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Note } from "../../components/Note";
import { Said } from "../../components/Said";
import { Stranger } from "../../components/Stranger";
import type { Desk, Sheet } from "./desk";
import classes from "./Draft.module.css";

export function FoundList({ desk, onChoose }: { desk: Desk; onChoose: (at: number) => void }) {
  const { t } = useTranslation("draft");
  return (
    <section aria-labelledby="found">
      <h2 id="found" style={{ fontSize: 14 }}>{t("found", { count: desk.sheets.length })}</h2>
      <p className="dim small" style={{ marginBottom: 8 }}>{t("foundHint")}</p>
      <ul className={classes["found"]}>
        {desk.sheets.map((sheet, at) => (
          <li key={at}>
            <UnstyledButton
              className={classes["foundItem"]}
              aria-current={at === desk.at ? "true" : undefined}
              onClick={() => onChoose(at)}
            >
              <FoundWords sheet={sheet} />
              {sheet.added && <span className={classes["done"]}><IconCheck size={16} /> {t("added")}</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FoundWords({ sheet }: { sheet: Sheet }) {
  const { form } = sheet.mirror;
  const line = form.kind === "http" ? form.url : [form.command, ...form.args].join(" ");
  return (
    <span className="cut">
      <strong><Stranger text={form.title} /></strong>{" "}
      <span className="mono dim"><Stranger text={line} /></span>
    </span>
  );
}

/** What was left out or changed while reading. */
export function Notes({ notes }: { notes: string[] }) {
  const { t } = useTranslation("draft");
  if (notes.length === 0) return null;
  return (
    <Note tone="attention">
      <strong>{t("notes")}</strong>
      <ul className={classes["noteList"]}>{notes.map((it) => <li key={it}><Said text={it} /></li>)}</ul>
    </Note>
  );
}
