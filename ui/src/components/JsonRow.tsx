/** One row of a JSON tree: a name and its value, or how many entries it has. */
import { useTranslation } from "react-i18next";

import { nameText, valueText, type TreeRow } from "../lib/tree";
import classes from "./JsonTree.module.css";
import { Marked } from "./Marked";

interface Props {
  row: TreeRow & { row: "value" };
  search: string;
  chosen: boolean;
  /** Whether Tab comes here. */
  stop: boolean;
  onChoose: () => void;
  onToggle: () => void;
}

export function JsonRow({ row, search, chosen, stop, onChoose, onToggle }: Props) {
  const folds = row.entries !== null && row.entries > 0;
  const last = row.steps.at(-1);
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree hears the keys of its rows
    <div
      role="treeitem"
      className={classes["row"]}
      style={{ paddingInlineStart: indentOf(row.steps.length - 1) }}
      aria-level={row.steps.length}
      aria-expanded={folds ? row.open : undefined}
      aria-selected={chosen}
      tabIndex={stop ? 0 : -1}
      onFocus={onChoose}
      onClick={() => { if (!isSelecting()) (folds ? onToggle : onChoose)(); }}
    >
      <span className={classes["fold"]} aria-hidden="true">{folds ? (row.open ? "▾" : "▸") : ""}</span>
      <span className={classes["name"]}>
        {typeof last === "number" ? last : <bdi><Marked text={nameText(last ?? "")} search={search} /></bdi>}
      </span>
      <span className="dim">: </span>
      {row.entries === null ? (
        <bdi className={classes[typeof row.value]}><Marked text={valueText(row.value)} search={search} /></bdi>
      ) : (
        <span className="dim">{Array.isArray(row.value) ? `[ ${row.entries} ]` : `{ ${row.entries} }`}</span>
      )}
    </div>
  );
}

/** Stands for the entries that are not drawn yet. */
export function MoreRow({ row, stop, onMore }: { row: TreeRow & { row: "more" }; stop: boolean; onMore: () => void }) {
  const { t } = useTranslation();
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree hears the keys of its rows
    <div
      role="treeitem"
      className={`${classes["row"]} ${classes["more"]}`}
      style={{ paddingInlineStart: indentOf(row.steps.length) }}
      aria-level={row.steps.length + 1}
      aria-selected={false}
      tabIndex={stop ? 0 : -1}
      onClick={onMore}
    >
      <span className={classes["fold"]} />
      {t("json.more", { count: row.left })}
    </div>
  );
}

function indentOf(level: number): number {
  return level * 16 + 20;
}

/** Whoever has just selected text with the mouse did not mean to fold it. */
function isSelecting(): boolean {
  return (window.getSelection()?.toString() ?? "") !== "";
}
