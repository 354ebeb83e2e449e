/** The messages of a prompt, each under the name of who says it. */
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { PromptGiven, PromptMessageView } from "../../backend/wire";
import { CopyButton } from "../../components/CopyButton";
import { Answer } from "../../components/parts/Answer";
import { partOf } from "../../components/parts/parts";
import { PartView } from "../../components/parts/PartView";
import { Stranger, StrangerBlock } from "../../components/Stranger";
import { textIn, textOf } from "./messages";
import classes from "./Offers.module.css";

export function MessagesView({ given, server, prompt }: { given: PromptGiven; server: string; prompt: string }) {
  const { t } = useTranslation("offers");
  const { messages, description } = given;
  return (
    <Answer
      tone="ready"
      word={t("given", { count: messages.length })}
      took={given.took}
      raw={given.raw}
      whole={given.whole}
      leftOut={given.leftOut}
      odd={given.odd}
      text={() => textOf(given)}
    >
      {description?.trim() && <StrangerBlock text={description} className="dim" />}
      {messages.length === 0 && <p className="dim">{t("noMessages")}</p>}
      {messages.length > 0 && (
        <ol className={classes["messages"]}>
          {messages.map((it, at) => <Message key={at} message={it} server={server} prompt={prompt} />)}
        </ol>
      )}
    </Answer>
  );
}

function Message({ message, server, prompt }: { message: PromptMessageView; server: string; prompt: string }) {
  const { t } = useTranslation("offers");
  const parts = useMemo(() => message.blocks.map(partOf), [message]);
  const text = textIn(message);
  return (
    <li className={classes["message"]} data-role={message.role} data-testid="message">
      <div className={classes["role"]}>
        <strong>{roleWord(message.role, t("role.user"), t("role.assistant"))}</strong>
        {text !== "" && <CopyButton text={text} label={t("copyMessage")} />}
      </div>
      {parts.map((it, at) => <PartView key={at} part={it} from={prompt} server={server} />)}
    </li>
  );
}

/** Any other role is the server's own word. */
function roleWord(role: string, user: string, assistant: string): ReactNode {
  if (role === "user") return user;
  return role === "assistant" ? assistant : <Stranger text={role} />;
}
