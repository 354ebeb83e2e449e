/** The conversations: what was said last first, or where words that are looked for were said. */
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconMessagePlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";

import { readOlderRows, useConversations } from "../../backend/chat";
import { useBackend } from "../../backend/context";
import { useUnread } from "../../backend/unread";
import type { ConversationRow } from "../../backend/wire";
import lists from "../../components/ListPage.module.css";
import { PageHead } from "../../components/PageHead";
import { RovingList } from "../../components/RovingList";
import { SearchField } from "../../components/SearchField";
import { showFailure } from "../../components/toasts";
import { Unread } from "../../components/Unread";
import { href, newChat } from "../../lib/route";
import classes from "./Chat.module.css";
import { ConversationItem } from "./ConversationItem";
import { useConversationDoings } from "./useConversationDoings";

type Row = { row: "conversation"; conversation: ConversationRow } | { row: "more" };

export function Side({ chosen }: { chosen: string | null }) {
  const { t } = useTranslation("chat");
  const [search, setSearch] = useState("");
  const query = useDeferredValue(search.trim());
  const list = useConversations(query);
  const unread = useUnread(list);
  return (
    <nav className={classes["side"]} aria-label={t("list")}>
      <PageHead title={t("title")}>
        <Tooltip label={t("newConversation")}>
          <ActionIcon component="a" href={href(newChat)} size="lg" variant="default" aria-label={t("newConversation")} aria-current={chosen === null ? "page" : undefined} onClick={focusComposer}>
            <IconMessagePlus size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </PageHead>
      <div className={classes["search"]}><SearchField label={t("search")} value={search} onChange={setSearch} /></div>
      {unread && <div className={classes["pad"]}><Unread what={t("listUnread")} {...unread} /></div>}
      {list.data && list.data.conversations.length === 0 && (
        <p className={`dim ${lists["pad"]}`} role="status">{query ? t("noMatch", { search: query }) : t("noConversations")}</p>
      )}
      {list.data && list.data.conversations.length > 0 && <List rows={list.data.conversations} more={list.data.more} query={query} chosen={chosen} />}
    </nav>
  );
}

function focusComposer() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-composer]")?.focus());
}

function List({ rows, more, query, chosen }: { rows: ConversationRow[]; more: boolean; query: string; chosen: string | null }) {
  const { t } = useTranslation("chat");
  const backend = useBackend();
  const client = useQueryClient();
  const doings = useConversationDoings(chosen);
  const all: Row[] = [...rows.map((conversation): Row => ({ row: "conversation", conversation })), ...(more ? [{ row: "more" } as const] : [])];
  const older = () => void readOlderRows(client, backend, query).catch(showFailure);
  return (
    <RovingList
      label={t("list")}
      rows={all}
      keyOf={(it) => (it.row === "more" ? "more" : it.conversation.id)}
      isLink={(it) => it.row === "conversation"}
      chosen={rows.findIndex((it) => it.id === chosen)}
      choice={chosen ?? ""}
      draw={(it, placed) =>
        it.row === "more"
          ? <Button variant="subtle" size="compact-sm" m={12} onClick={older}>{t("older")}</Button>
          : <ConversationItem row={it.conversation} placed={placed} doings={doings} />
      }
    />
  );
}
