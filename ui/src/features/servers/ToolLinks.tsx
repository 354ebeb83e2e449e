/** The tools of a server, each a way to its page. */
import { useTranslation } from "react-i18next";

import type { Unread as Why } from "../../backend/unread";
import type { ServerRow, ToolView } from "../../backend/wire";
import { href } from "../../lib/route";
import { firstLine, PaneLinks } from "./PaneLinks";

interface Props {
  server: ServerRow;
  /** Nothing as long as they are not read. */
  tools: readonly ToolView[] | null;
  unread: Why | null;
}

export function ToolLinks({ server, tools, unread }: Props) {
  const { t } = useTranslation("servers");
  if (server.tools === 0) return null;
  const at = (tool: string | null) => href({ page: "tools", server: server.name, tool });
  return (
    <PaneLinks
      title={t("tools", { count: server.tools })}
      all={{ href: at(null), words: t("pane.allTools", { count: server.tools }) }}
      links={tools?.map((it) => ({ key: it.name, href: at(it.name), title: it.title ?? it.name, line: firstLine(it.description) })) ?? null}
      room={server.tools}
      unread={unread}
      unreadWords={t("pane.toolsUnread")}
    />
  );
}
