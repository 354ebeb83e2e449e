/** The list of tools, by server. */
import { useTranslation } from "react-i18next";

import classes from "../../components/ListPage.module.css";
import { RovingList, type Placed } from "../../components/RovingList";
import { Said } from "../../components/Said";
import { Stranger } from "../../components/Stranger";
import { href } from "../../lib/route";
import { unreachable } from "../../lib/unreachable";
import type { Row } from "./rows";

interface Props {
  rows: Row[];
  server: string | null;
  tool: string | null;
}

export function ToolList({ rows, server, tool }: Props) {
  const { t } = useTranslation("tools");
  const chosen = rows.findIndex((it) =>
    tool === null ? it.row === "server" && it.server.server === server : isAt(it, server, tool),
  );
  return (
    <RovingList
      label={t("list")}
      rows={rows}
      keyOf={keyOfRow}
      isLink={(it) => it.row === "tool"}
      chosen={chosen}
      choice={`${server}\n${tool}`}
      draw={(row, placed) => <RowView row={row} placed={placed} />}
    />
  );
}

function RowView({ row, placed: { at, current, stop } }: { row: Row; placed: Placed }) {
  const { t } = useTranslation("tools");
  const { server } = row;
  switch (row.row) {
    case "server":
      return (
        <div className={classes["heading"]}>
          <h2><Stranger text={server.title} /></h2>
          {!server.ready && <span>{t("notReady")}</span>}
          <span className={classes["number"]}>{row.shown}</span>
        </div>
      );
    case "tool":
      return (
        <a
          className={classes["item"]}
          href={href({ page: "tools", server: server.server, tool: row.tool.name })}
          aria-current={current ? "true" : undefined}
          data-at={at}
          data-off={!server.ready || undefined}
          tabIndex={stop ? 0 : -1}
        >
          <Stranger className="cut" text={row.tool.title ?? row.tool.name} />
          <span className="cut small dim"><Stranger text={firstLine(row.tool.description) || row.tool.name} /></span>
        </a>
      );
    case "aside":
      return (
        <div className={classes["aside"]}>
          <Stranger className="cut mono" text={row.aside.name} />
          <span className="small"><Said text={row.aside.reason} /></span>
        </div>
      );
    default:
      return unreachable(row);
  }
}

function isAt(row: Row, server: string | null, tool: string): boolean {
  return row.row === "tool" && row.server.server === server && row.tool.name === tool;
}

function keyOfRow(row: Row): string {
  const from = `${row.row}/${row.server.server}`;
  if (row.row === "tool") return `${from}/${row.tool.name}`;
  return row.row === "aside" ? `${from}/${row.aside.name}/${row.aside.reason}` : from;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
