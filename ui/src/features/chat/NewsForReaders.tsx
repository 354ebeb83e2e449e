/** Tells a reader of the screen how a reply ended, and that calls wait; never word by word. */
import { useTranslation } from "react-i18next";
import { useState } from "react";

import type { Talk } from "../../backend/talk";
import { cardsIn } from "./rows";

export function NewsForReaders({ talk }: { talk: Talk }) {
  const { t } = useTranslation("chat");
  const { state } = talk.conversation.turn;
  const [news, setNews] = useState({ state, text: "" });
  if (news.state !== state) setNews({ state, text: newsOf() });

  function newsOf(): string {
    const last = talk.messages.at(-1);
    if (state === "waiting") {
      const count = last ? cardsIn(last).filter((it) => it.state === "pending").length : 0;
      return t("waits", { count });
    }
    if (state !== "idle") return "";
    return last?.body.kind === "round" && last.body.state !== "writing" ? t(`news.${last.body.state}`) : "";
  }

  return <div className="srOnly" role="status">{news.text}</div>;
}
