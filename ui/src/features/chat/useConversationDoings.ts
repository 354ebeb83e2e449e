/** What a person does with a whole conversation: name it, save it, remove it and take that back. */
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { dropConversation, keepConversation } from "../../backend/chat";
import { useBackend } from "../../backend/context";
import type { ConversationRow, ExportFormat } from "../../backend/wire";
import { showDone, showFailure, showUndo } from "../../components/toasts";
import { go, newChat } from "../../lib/route";
import { visible } from "../../lib/visible";

export function useConversationDoings(chosen: string | null) {
  const { t } = useTranslation("chat");
  const backend = useBackend();
  const client = useQueryClient();
  const nameOf = (row: ConversationRow) => visible(row.title) || t("untitled");

  const restore = async (conversation: string, open: boolean) => {
    keepConversation(client, await backend.call("restore_conversation", { conversation }));
    if (open) go({ page: "chat", conversation });
  };
  const remove = async (row: ConversationRow) => {
    await backend.call("remove_conversation", { conversation: row.id });
    const open = row.id === chosen;
    dropConversation(client, row.id);
    if (open) go(newChat);
    showUndo(t("removed", { title: nameOf(row) }), t("removedHint"), () => void restore(row.id, open).catch(showFailure));
  };
  const rename = async (row: ConversationRow, title: string) => {
    if (title.trim() === row.title) return;
    keepConversation(client, await backend.call("rename_conversation", { conversation: row.id, title: title.trim() }));
  };
  const save = async (row: ConversationRow, format: ExportFormat) => {
    const { path } = await backend.call("save_conversation", { conversation: row.id, format });
    if (path !== null) showDone(t("saved", { path: visible(path) }));
  };
  return {
    nameOf,
    remove: (row: ConversationRow) => void remove(row).catch(showFailure),
    rename: (row: ConversationRow, title: string) => void rename(row, title).catch(showFailure),
    save: (row: ConversationRow, format: ExportFormat) => void save(row, format).catch(showFailure),
  };
}
