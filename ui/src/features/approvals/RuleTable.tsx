/** The rules in the order in which they are weighed; Alt and an arrow move one, and the focus goes along. */
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { moved, withGone, type Draft, type Row } from "./draft";
import { useRuleName } from "./names";
import { silencedBy } from "./patterns";
import { RuleRow } from "./RuleRow";
import classes from "./Approvals.module.css";

interface Props {
  draft: Draft;
  /** The titles of servers by their names. */
  titles: ReadonlyMap<string, string>;
  selected: ReadonlySet<number>;
  onSelect: (key: number, on: boolean) => void;
  onChange: (draft: Draft) => void;
  onEdit: (row: Row) => void;
}

const COLUMNS = ["select", "order", "action", "tool", "below", "where", "until", "note", "controls"] as const;

export function RuleTable({ draft, titles, selected, onSelect, onChange, onEdit }: Props) {
  const { t } = useTranslation("approvals");
  const { nameOf } = useRuleName(titles);
  const [said, setSaid] = useState("");
  const held = useRef<HTMLElement | null>(null);
  // A row that is moved lets go of the focus in some engines.
  useLayoutEffect(() => {
    held.current?.focus();
    held.current = null;
  }, [draft]);
  const { rows } = draft;
  const onMove = (row: Row, step: -1 | 1) => {
    const next = moved(draft, row.key, step);
    if (next === draft) return;
    held.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const at = next.rows.findIndex((it) => it.key === row.key) + 1;
    setSaid(t("movedTo", { name: nameOf(row.terms), at, of: rows.length }));
    onChange(next);
  };
  return (
    <>
      <div role="table" aria-label={t("table")} className={classes["table"]}>
        <div role="rowgroup" className={classes["head"]}>
          <div role="row" className={classes["columns"]}>
            {COLUMNS.map((it) => (
              <span key={it} role="columnheader" className={classes[it]}>
                {it === "select" || it === "order" || it === "controls" ? <span className="srOnly">{t(`column.${it}`)}</span> : t(`column.${it}`)}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {rows.map((row, at) => (
            <RuleRow
              key={row.key}
              row={row}
              at={at + 1}
              titles={titles}
              silencedBy={silencedBy(rows, at)}
              first={at === 0}
              last={at === rows.length - 1}
              selected={selected.has(row.key)}
              onSelect={(on) => onSelect(row.key, on)}
              onMove={(step) => onMove(row, step)}
              onEdit={() => onEdit(row)}
              onGone={(gone) => onChange(withGone(draft, [row.key], gone))}
            />
          ))}
        </div>
      </div>
      <p className="srOnly" role="status">{said}</p>
    </>
  );
}
