/** The chat: the conversations, and the one that is open or about to begin. */
import { useTranslation } from "react-i18next";

import { Boundary } from "../../components/Boundary";
import { Beginning } from "./Beginning";
import classes from "./Chat.module.css";
import { Side } from "./Side";
import { TalkPage } from "./TalkPage";

export default function ChatPage({ conversation }: { conversation: string | null }) {
  const { t } = useTranslation("chat");
  return (
    <div className={classes["page"]} data-testid="chat" data-chosen={conversation !== null || undefined}>
      <Side chosen={conversation} />
      <section className={classes["main"]} aria-label={t(conversation === null ? "newConversation" : "conversation")}>
        <Boundary key={conversation}>
          {conversation === null ? <Beginning /> : <TalkPage conversation={conversation} />}
        </Boundary>
      </section>
    </div>
  );
}
