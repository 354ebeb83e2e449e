/** A JSON value as a tree that folds, open to two levels, with a search and the path of each row. */
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { ENTRIES_AT_ONCE, idOf, matchesIn, pathText, treeRows, type Step, type TreeRow } from "../lib/tree";
import { CopyButton } from "./CopyButton";
import { JsonRow, MoreRow } from "./JsonRow";
import classes from "./JsonTree.module.css";
import { SearchField } from "./SearchField";
import { Stranger } from "./Stranger";

const NONE: ReadonlyMap<string, boolean> = new Map();
const ROOT: readonly Step[] = [];

export function JsonTree({ value, label }: { value: object; label: string }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const [toggled, setToggled] = useState({ plain: NONE, searched: NONE });
  const [drawn, setDrawn] = useState<ReadonlyMap<string, number>>(new Map());
  const [chosen, setChosen] = useState(ROOT);
  const kind = search ? "searched" : "plain";
  const opened = toggled[kind];
  const rows = useMemo(() => treeRows(value, { toggled: opened, drawn, search }), [value, opened, drawn, search]);
  const hits = useMemo(() => (search ? matchesIn(value, search).hits.size : null), [value, search]);
  const toggle = (id: string, open: boolean) => setToggled((now) => ({ ...now, [kind]: new Map(now[kind]).set(id, open) }));
  const more = ({ id, steps }: TreeRow) => {
    setDrawn((now) => {
      const key = id.slice(0, -1);
      return new Map(now).set(key, (now.get(key) ?? ENTRIES_AT_ONCE) + 5 * ENTRIES_AT_ONCE);
    });
    setChosen(steps);
  };
  const stop = rows.find((it) => it.row === "value" && it.id === idOf(chosen))?.id ?? rows[0]?.id;

  return (
    <div className={classes["tree"]}>
      <div className={classes["bar"]}>
        <SearchField
          size="xs"
          label={t("json.search")}
          value={typed}
          onChange={(it) => { setTyped(it); setToggled((now) => ({ ...now, searched: NONE })); }}
          className={classes["search"]}
        />
        <span className="dim small" role="status">{hits === null ? "" : t("json.matches", { count: hits })}</span>
        <span className={`mono cut ${classes["path"]}`} data-testid="json-path"><Stranger text={pathText(chosen)} title /></span>
        <CopyButton text={pathText(chosen)} label={t("json.copyPath")} />
      </div>
      <div className={`box ${classes["rows"]}`}>
        {rows.length === 0 && <span className="mono dim">{hits === null ? brackets(value) : t("json.noMatch")}</span>}
        {rows.length > 0 && (
          <div role="tree" tabIndex={-1} aria-label={label} className="mono" onKeyDown={(event) => walk(event, rows, toggle)}>
            {rows.map((row) =>
              row.row === "more" ? (
                <MoreRow key={row.id} row={row} stop={row.id === stop} onMore={() => more(row)} />
              ) : (
                <JsonRow
                  key={row.id}
                  row={row}
                  search={search}
                  chosen={row.id === idOf(chosen)}
                  stop={row.id === stop}
                  onChoose={() => setChosen(row.steps)}
                  onToggle={() => toggle(row.id, !row.open)}
                />
              ),
            )}
          </div>
        )}
      </div>
    </div>
  );
}

function brackets(value: object): string {
  return Array.isArray(value) ? "[ ]" : "{ }";
}

/** The keys of a tree: up and down, right opens, left closes and then goes out. */
function walk(event: KeyboardEvent<HTMLElement>, rows: TreeRow[], toggle: (id: string, open: boolean) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const drawn = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=treeitem]")];
  const at = drawn.findIndex((it) => it === event.target);
  const row = rows[at];
  if (!row) return;
  const out = () => drawn[rows.findLastIndex((it, other) => other < at && it.steps.length < depthOf(row))];
  const onto = (it: HTMLElement | undefined) => it?.focus();
  switch (event.key) {
    case "ArrowDown": onto(drawn[at + 1]); break;
    case "ArrowUp": onto(drawn[at - 1]); break;
    case "Home": onto(drawn[0]); break;
    case "End": onto(drawn.at(-1)); break;
    case "ArrowRight":
      if (row.row !== "value" || row.entries === null) break;
      if (row.open) onto(drawn[at + 1]);
      else toggle(row.id, true);
      break;
    case "ArrowLeft":
      if (row.row === "value" && row.open) toggle(row.id, false);
      else onto(out());
      break;
    case "Enter": case " ": drawn[at]?.click(); break;
    default: return;
  }
  event.preventDefault();
}

/** How deep a row stands; what stands for more entries is as deep as they are. */
function depthOf(row: TreeRow): number {
  return row.row === "more" ? row.steps.length + 1 : row.steps.length;
}
