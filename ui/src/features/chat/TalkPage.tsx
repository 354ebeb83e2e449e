/** One conversation: its head, its messages, and where one writes. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useTalk } from "../../backend/chat";
import type { Talk } from "../../backend/talk";
import { useUnread } from "../../backend/unread";
import { AroundContext, type Around } from "../../components/markdown/around";
import { Unread } from "../../components/Unread";
import { LinkDialog, useLinkDialog } from "./LinkDialog";
import classes from "./Chat.module.css";
import { Composer } from "./composer/Composer";
import { ChatContext } from "./context";
import { NewsForReaders } from "./NewsForReaders";
import { filesIn } from "./rows";
import { TalkHead } from "./TalkHead";
import { TranscriptView } from "./TranscriptView";
import { useSend } from "./useSend";
import { useTalkDoings } from "./useTalkDoings";

export function TalkPage({ conversation }: { conversation: string }) {
  const { t } = useTranslation("chat");
  const query = useTalk(conversation);
  const unread = useUnread(query);
  return (
    <>
      {unread && <div className={classes["pad"]}><Unread what={t("unread")} {...unread} /></div>}
      {query.data && <Shown talk={query.data} />}
    </>
  );
}

function Shown({ talk }: { talk: Talk }) {
  const { conversation, messages } = talk;
  const busy = conversation.turn.state !== "idle";
  const doings = useTalkDoings(conversation.id, busy);
  const send = useSend(conversation.id);
  const link = useLinkDialog();
  const files = useMemo(() => filesIn(messages), [messages]);
  const { ask } = link;
  const around = useMemo((): Around => ({ onLink: ask, fileOf: (hash) => files.get(hash) ?? null }), [ask, files]);
  return (
    <ChatContext value={doings}>
      <AroundContext value={around}>
        <TalkHead conversation={conversation} />
        <TranscriptView talk={talk} sent={send.times} />
        <Composer conversation={conversation.id} model={conversation.model} busy={busy} onSend={send.send} onStop={doings.stop} />
        <NewsForReaders talk={talk} />
        <LinkDialog {...link} />
      </AroundContext>
    </ChatContext>
  );
}
