/** What a server lists of one kind, each a way to its page; of many, the first. */
import { useTranslation } from "react-i18next";

import type { Unread as Why } from "../../backend/unread";
import { Stranger } from "../../components/Stranger";
import { Unread } from "../../components/Unread";
import classes from "./ServerPane.module.css";

export interface PaneLink {
  key: string;
  href: string;
  title: string;
  line: string;
}

interface Props {
  title: string;
  /** Where all of it is, and the words for that. */
  all: { href: string; words: string } | null;
  /** Nothing as long as it is not read. */
  links: readonly PaneLink[] | null;
  /** How many lines to keep room for meanwhile. */
  room: number;
  /** What stands there when there is nothing. */
  none?: string;
  unread: Why | null;
  unreadWords: string;
}

const MOST = 8;

/** The height of one line, so that room is kept for those that are being read. */
const LINE = 24;

export function PaneLinks({ title, all, links, room, none, unread, unreadWords }: Props) {
  const { t } = useTranslation("servers");
  const shown = links?.slice(0, MOST) ?? [];
  const kept = links ? Math.max(shown.length, none === undefined ? 0 : 1) : Math.min(room, MOST);
  return (
    <section className={classes["section"]} aria-label={title}>
      <h3>
        {title}
        {all && <a href={all.href}>{all.words}</a>}
      </h3>
      {unread && <Unread what={unreadWords} {...unread} />}
      {!unread && links?.length === 0 && none !== undefined && <p className="dim">{none}</p>}
      {!unread && !(links?.length === 0 && none !== undefined) && (
        <ul style={{ minHeight: LINE * kept }}>
          {links === null && <li className="dim" style={{ height: LINE }}>{t("pane.reading")}</li>}
          {shown.map((it) => (
            <li key={it.key} className={classes["tool"]} style={{ height: LINE }}>
              <a className="cut" href={it.href}><Stranger text={it.title} /></a>
              <span className="cut dim small"><Stranger text={it.line} /></span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The first line of what a server says of something. */
export function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
