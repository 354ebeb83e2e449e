/** The head of a conversation: its title, which is changed in place, and what can be done with it. */
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ConversationRow } from "../../backend/wire";
import { PageHead } from "../../components/PageHead";
import { Stranger } from "../../components/Stranger";
import { href, newChat } from "../../lib/route";
import classes from "./Chat.module.css";
import { ConversationMenu } from "./ConversationMenu";
import { RenameField } from "./RenameField";
import { useConversationDoings } from "./useConversationDoings";

export const TalkHead = memo(function TalkHead({ conversation: row }: { conversation: ConversationRow }) {
  const { t } = useTranslation("chat");
  const [renaming, setRenaming] = useState(false);
  const { nameOf, rename, save, remove } = useConversationDoings(row.id);
  const done = (title: string | null) => {
    setRenaming(false);
    if (title !== null) rename(row, title);
  };
  return (
    <div className={classes["talkHead"]}>
      <PageHead
        back={{ href: href(newChat), label: t("backToList") }}
        backWhenNarrow
        title={renaming ? <RenameField title={row.title} onDone={done} /> : <Stranger className={classes["title"]} text={row.title || t("untitled")} />}
      >
        <ConversationMenu name={nameOf(row)} onRename={() => setRenaming(true)} onSave={(it) => save(row, it)} onRemove={() => remove(row)} />
      </PageHead>
    </div>
  );
});
