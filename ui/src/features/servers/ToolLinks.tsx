/** The tools of a server, each a way to its page; of many, the first. */
import { useTranslation } from "react-i18next";

import type { Unread as Why } from "../../backend/unread";
import type { ServerRow, ToolView } from "../../backend/wire";
import { Stranger } from "../../components/Stranger";
import { Unread } from "../../components/Unread";
import { href } from "../../lib/route";
import classes from "./ServerPane.module.css";

interface Props {
  server: ServerRow;
  /** Nothing as long as they are not read. */
  tools: readonly ToolView[] | null;
  unread: Why | null;
}

const MOST = 8;

/** The height of one line, so that room is kept for those that are being read. */
const LINE = 24;

export function ToolLinks({ server, tools, unread }: Props) {
  const { t } = useTranslation("servers");
  if (server.tools === 0) return null;
  const shown = tools?.slice(0, MOST) ?? [];
  return (
    <section className={classes["section"]} aria-label={t("tools", { count: server.tools })}>
      <h3>
        {t("tools", { count: server.tools })}
        <a href={href({ page: "tools", server: server.name, tool: null })}>
          {t("pane.allTools", { count: server.tools })}
        </a>
      </h3>
      {unread && <Unread what={t("pane.toolsUnread")} {...unread} />}
      {!unread && (
        <ul style={{ minHeight: LINE * Math.min(server.tools, MOST) }}>
          {shown.map((it) => (
            <li key={it.name} className={classes["tool"]} style={{ height: LINE }}>
              <a className="cut" href={href({ page: "tools", server: server.name, tool: it.name })}>
                <Stranger text={it.title ?? it.name} />
              </a>
              <span className="cut dim small"><Stranger text={it.description.trim().split("\n", 1)[0] ?? ""} /></span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
