/** One conversation in the list: its title, what was said last or found, and whether it is busy or waits. */
import { useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import type { ConversationRow, FoundView } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import lists from "../../components/ListPage.module.css";
import type { Placed } from "../../components/RovingList";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { href } from "../../lib/route";
import { visible } from "../../lib/visible";
import classes from "./Chat.module.css";
import { ConversationMenu } from "./ConversationMenu";
import { RenameField } from "./RenameField";
import type { useConversationDoings } from "./useConversationDoings";

interface Props {
  row: ConversationRow;
  placed: Placed;
  doings: ReturnType<typeof useConversationDoings>;
}

export function ConversationItem({ row, placed: { at, current, stop }, doings }: Props) {
  const { t } = useTranslation("chat");
  const [renaming, setRenaming] = useState(false);
  const { nameOf, rename, save, remove } = doings;
  const done = (title: string | null) => {
    setRenaming(false);
    if (title !== null) rename(row, title);
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "F2") setRenaming(true);
    else if (event.key === "Delete") remove(row);
    else return;
    event.preventDefault();
  };
  if (renaming) return <div className={classes["renaming"]}><RenameField title={row.title} onDone={done} /></div>;
  return (
    <div className={classes["itemBox"]} data-conversation={row.id} data-current={current || undefined}>
      <a
        className={`${lists["item"]} ${classes["item"]}`}
        href={href({ page: "chat", conversation: row.id })}
        aria-current={current ? "page" : undefined}
        data-at={at}
        tabIndex={stop ? 0 : -1}
        onKeyDown={onKeyDown}
      >
        <span className={classes["itemHead"]}>
          <Stranger className={`cut ${classes["itemTitle"]}`} text={row.title || t("untitled")} />
          <span className={`small dim ${classes["when"]}`}><Ago at={row.changed} /></span>
        </span>
        <span className={`small dim ${classes["glimpse"]}`}><Below row={row} /></span>
      </a>
      <ConversationMenu name={nameOf(row)} tabIndex={stop ? 0 : -1} onRename={() => setRenaming(true)} onSave={(it) => save(row, it)} onRemove={() => remove(row)} />
    </div>
  );
}

/** What goes on in it, else what was found or said last. */
function Below({ row: { turn, found, glimpse } }: { row: ConversationRow }) {
  const { t } = useTranslation("chat");
  if (found) return <Found found={found} />;
  if (turn.state === "idle") return <Stranger text={glimpse} />;
  return <StateMark tone={turn.state === "waiting" ? "attention" : "working"}>{t(turn.state === "waiting" ? "waitsShort" : "busyShort")}</StateMark>;
}

/** What was found, with the words marked; what hides is written out piece by piece, so that they stay where they are. */
function Found({ found: { text, hits } }: { found: FoundView }) {
  const ends = [0, ...hits.map(([, end]) => end)];
  const pieces = ends.flatMap((from, at) => {
    const [begin, end] = hits[at] ?? [text.length, text.length];
    return [{ at: from, text: text.slice(from, begin), hit: false }, { at: begin, text: text.slice(begin, end), hit: true }];
  });
  return <bdi dir="auto">{pieces.map((it) => (it.hit ? <mark key={`m${it.at}`} className={classes["hit"]}>{visible(it.text)}</mark> : <span key={it.at}>{visible(it.text)}</span>))}</bdi>;
}
