/** A long list of links: only what is seen is drawn; one tab stop, arrows go through it. */
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import { VList, type VListHandle } from "virtua";

import classes from "./ListPage.module.css";

/** What a row needs to know of its place: what is a link has `data-at` and a `tabIndex`. */
export interface Placed {
  at: number;
  current: boolean;
  /** Whether Tab comes here. */
  stop: boolean;
}

interface Props<T> {
  label: string;
  rows: T[];
  keyOf: (row: T) => string;
  /** Whether a row is a link, and no heading or note. */
  isLink: (row: T) => boolean;
  /** The row of what is chosen, or the heading where one begins; -1 for none. */
  chosen: number;
  /** Names what is chosen: where it changes, its row is brought into view. */
  choice: string;
  draw: (row: T, placed: Placed) => ReactNode;
}

export function RovingList<T>({ label, rows, keyOf, isLink, chosen, choice, draw }: Props<T>) {
  const list = useRef<VListHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const linkAt = (at: number) => { const row = rows[at]; return row !== undefined && isLink(row); };
  const first = rows.findIndex(isLink);
  // The row walked to, and the one walked from: it stays drawn until the focus has left it.
  const [walked, setWalked] = useState<{ from: number; to: number } | null>(null);
  const stop = walked?.to ?? (linkAt(chosen) ? chosen : first);

  useEffect(() => {
    if (chosen < 0) return;
    // Only a choice made elsewhere needs to be brought into view: of what is seen nothing jumps.
    const seen = box.current?.querySelector(`[data-at="${chosen}"]`);
    const heading = !linkAt(chosen);
    if (!seen || heading) list.current?.scrollToIndex(chosen, { align: heading ? "start" : "nearest" });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a search that moves the row does not move the list
  }, [choice]);

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
    while (rows[next] && !linkAt(next)) next += step;
    if (!rows[next]) return;
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset["at"] ?? stop) : stop;
    setWalked({ from, to: next });
  };

  // Going from row to row is no leaving; after leaving, Tab comes back to what is chosen.
  const onBlur = (event: FocusEvent) => {
    const next = event.relatedTarget;
    if (!(next instanceof Node && box.current?.contains(next))) setWalked(null);
  };

  const drawn = (walked ? [walked.from, walked.to] : [stop]).filter((it) => it >= 0);
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears the arrows of its links
    <div ref={box} className={classes["list"]} onKeyDown={onKeyDown} onBlur={onBlur}>
      <VList ref={list} role="list" aria-label={label} keepMounted={drawn}>
        {rows.map((row, at) => (
          <div key={keyOf(row)} role="listitem">{draw(row, { at, current: at === chosen, stop: at === stop })}</div>
        ))}
      </VList>
    </div>
  );
}
