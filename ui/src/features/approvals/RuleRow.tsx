/** One rule: what happens to which tools, only where and until when, and what may be wrong with it. */
import { Button, Checkbox } from "@mantine/core";
import { useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import type { RuleAction } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { StateMark, type Tone } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { useFocusHeir } from "../../components/useFocusHeir";
import { href } from "../../lib/route";
import { markOf, type Row } from "./draft";
import { useRuleName } from "./names";
import { isSweeping, kindOf } from "./patterns";
import { RuleControls } from "./RuleControls";
import classes from "./Approvals.module.css";

export const TONES: Record<RuleAction, Tone> = { ask: "attention", allow: "ready", deny: "failed" };

interface Props {
  row: Row;
  /** Its place, counted from one. */
  at: number;
  titles: ReadonlyMap<string, string>;
  /** The place of a rule that keeps this one from being heard; 0 for none. */
  silencedBy: number;
  first: boolean;
  last: boolean;
  selected: boolean;
  onSelect: (on: boolean) => void;
  onMove: (step: -1 | 1) => void;
  onEdit: () => void;
  onGone: (gone: boolean) => void;
}

export function RuleRow({ row, at, titles, silencedBy, first, last, selected, onSelect, onMove, onEdit, onGone }: Props) {
  const { t } = useTranslation("approvals");
  const removed = row.kept?.removed === true && row.kept.terms.registration === row.terms.registration;
  const { serverOf, nameOf } = useRuleName(titles, new Set(removed ? [row.terms.registration] : []));
  const box = useRef<HTMLDivElement>(null);
  useFocusHeir(box, () => box.current?.querySelector<HTMLElement>("[data-heir]"));
  const { terms, gone } = row;
  const name = nameOf(terms);
  const mark = markOf(row);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (!event.altKey || step === null) return;
    event.preventDefault();
    onMove(step);
  };
  return (
    <div ref={box} role="row" tabIndex={-1} className={classes["row"]} data-rule={row.key} data-gone={gone || undefined} data-selected={selected || undefined} onKeyDown={onKeyDown}>
      <div role="cell" className={classes["select"]}>
        <Checkbox aria-label={t("select", { name })} checked={selected} onChange={(event) => onSelect(event.currentTarget.checked)} />
      </div>
      <div role="cell" className={`dim ${classes["order"]}`}>{at}</div>
      <div role="cell" className={classes["action"]}><StateMark tone={TONES[terms.action]}>{t(`action.${terms.action}`)}</StateMark></div>
      <div role="cell" className={classes["tool"]}>
        {kindOf(terms.tool) === "all" ? <strong>{t("everyTool")}</strong> : <Stranger text={terms.tool} className={`mono ${classes["pattern"]}`} />}
        <div className="dim">{serverOf(terms)}</div>
        {mark && <span className={classes["mark"]}>{t(`mark.${mark}`)}</span>}
        {removed && <div className={classes["warn"]}>{t("mark.removed")}</div>}
        {row.kept?.stale && terms.digest !== null && <div className={classes["warn"]}>{t("mark.stale")}</div>}
        {silencedBy > 0 && <div className={classes["warn"]}>{t("mark.silenced", { at: silencedBy })}</div>}
        {isSweeping(terms) && terms.server === null && <div className={classes["warn"]}>{t("mark.sweeping")}</div>}
      </div>
      <div role="cell" className={classes["below"]}>
        {terms.below !== null && <><Label name={t("column.below")} /><Stranger text={terms.below} className="mono" /></>}
      </div>
      <div role="cell" className={`dim ${classes["where"]}`} data-plain={terms.conversation === null || undefined}>
        {terms.conversation === null ? t("where.everywhere") : (
          <>{t("where.one")}: <a href={href({ page: "chat", conversation: terms.conversation })}><Stranger text={row.kept?.title || t("where.unnamed")} /></a></>
        )}
      </div>
      <div role="cell" className={`dim ${classes["until"]}`} data-plain={terms.expires === null || undefined}>
        {terms.expires === null ? t("always") : <><Label name={t("column.until")} /><Ago at={terms.expires} /></>}
      </div>
      <div role="cell" className={classes["note"]}>{terms.note && <Stranger text={terms.note} />}</div>
      <div role="cell" className={classes["controls"]}>
        {gone ? (
          <Button data-heir size="compact-sm" variant="default" aria-label={t("controlOf", { control: t("putBack"), name })} onClick={() => onGone(false)}>
            {t("putBack")}
          </Button>
        ) : (
          <RuleControls name={name} first={first} last={last} onMove={onMove} onEdit={onEdit} onRemove={() => onGone(true)} />
        )}
      </div>
    </div>
  );
}

/** Says what a cell is where the columns have no heads. */
function Label({ name }: { name: string }) {
  return <span className={`dim ${classes["label"]}`} aria-hidden="true">{name} </span>;
}
