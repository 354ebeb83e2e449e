/** The list of tools: only what is seen is drawn; one tab stop, arrows go through it. */
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { VList, type VListHandle } from "virtua";

import { Said } from "../../components/Said";
import { Stranger } from "../../components/Stranger";
import { href } from "../../lib/route";
import { unreachable } from "../../lib/unreachable";
import type { Row } from "./rows";
import classes from "./Tools.module.css";

interface Props {
  rows: Row[];
  server: string | null;
  tool: string | null;
}

export function ToolList({ rows, server, tool }: Props) {
  const { t } = useTranslation("tools");
  const list = useRef<VListHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const chosen = rows.findIndex((it) =>
    tool === null ? it.row === "server" && it.server.server === server : isAt(it, server, tool),
  );
  const firstTool = rows.findIndex((it) => it.row === "tool");
  // The row walked to, and the one walked from: it stays drawn until the focus has left it.
  const [walked, setWalked] = useState<{ from: number; to: number } | null>(null);
  const stop = walked?.to ?? (rows[chosen]?.row === "tool" ? chosen : firstTool);

  useEffect(() => {
    if (chosen < 0) return;
    // Only a choice made elsewhere needs to be brought into view: of what is seen nothing jumps.
    const seen = box.current?.querySelector(`[data-at="${chosen}"]`);
    if (!seen || tool === null) list.current?.scrollToIndex(chosen, { align: tool === null ? "start" : "nearest" });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a search that moves the row does not move the list
  }, [server, tool]);

  useEffect(() => {
    if (!walked) return;
    list.current?.scrollToIndex(walked.to, { align: "nearest" });
    let next = 0;
    // A row that was just drawn cannot take the focus before it was measured.
    const focus = () => {
      const row = box.current?.querySelector<HTMLElement>(`[data-at="${walked.to}"]`);
      row?.focus({ preventScroll: true });
      if (row !== document.activeElement) next = requestAnimationFrame(focus);
    };
    focus();
    return () => cancelAnimationFrame(next);
  }, [walked]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    let next = stop + step;
    while (rows[next] && rows[next]?.row !== "tool") next += step;
    if (!rows[next]) return;
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset["at"] ?? stop) : stop;
    setWalked({ from, to: next });
  };

  // Going from row to row is no leaving; after leaving, Tab comes back to the chosen tool.
  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget;
    if (!(next instanceof Node && box.current?.contains(next))) setWalked(null);
  };

  const drawn = (walked ? [walked.from, walked.to] : [stop]).filter((it) => it >= 0);
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears the arrows of its links
    <div ref={box} className={classes["list"]} onKeyDown={onKeyDown} onBlur={onBlur}>
      <VList ref={list} role="list" aria-label={t("list")} keepMounted={drawn}>
        {rows.map((row, at) => (
          <RowView key={keyOfRow(row)} row={row} at={at} current={at === chosen} stop={at === stop} />
        ))}
      </VList>
    </div>
  );
}

interface RowProps {
  row: Row;
  at: number;
  current: boolean;
  stop: boolean;
}

function RowView({ row, at, current, stop }: RowProps) {
  const { t } = useTranslation("tools");
  const { server } = row;
  switch (row.row) {
    case "server":
      return (
        <div role="listitem" className={classes["heading"]}>
          <h2><Stranger text={server.title} /></h2>
          {!server.ready && <span>{t("notReady")}</span>}
          <span className={classes["number"]}>{row.shown}</span>
        </div>
      );
    case "tool":
      return (
        <div role="listitem">
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
        </div>
      );
    case "aside":
      return (
        <div role="listitem" className={classes["aside"]}>
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
