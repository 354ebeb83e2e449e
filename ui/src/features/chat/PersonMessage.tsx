/** What the person said, and what went along with it. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { MessagePart, MessageView } from "../../backend/wire";
import { CopyButton } from "../../components/CopyButton";
import { StrangerBlock } from "../../components/Stranger";
import { AttachedPart } from "./AttachedPart";
import { BranchSwitch } from "./BranchSwitch";
import classes from "./Chat.module.css";
import { useDoings } from "./context";

export function PersonMessage({ message, parts }: { message: MessageView; parts: MessagePart[] }) {
  const { t } = useTranslation("chat");
  const { busy, edit } = useDoings();
  const texts = parts.flatMap((it) => (it.kind === "text" ? [it.text] : []));
  const along = parts.filter((it) => it.kind !== "text");
  return (
    <article className={classes["person"]} aria-label={t("you")}>
      <h2 className="srOnly">{t("you")}</h2>
      {along.length > 0 && <div className={classes["along"]}>{along.map((part, at) => <AttachedPart key={at} part={part} />)}</div>}
      {texts.length > 0 && <div className={classes["bubble"]}><StrangerBlock text={texts.join("\n\n")} /></div>}
      <div className={classes["tools"]}>
        <BranchSwitch message={message} />
        <CopyButton text={texts.join("\n\n")} label={t("copy")} />
        {!busy && (
          <Tooltip label={t("edit")}>
            <ActionIcon variant="subtle" color="gray" aria-label={t("edit")} onClick={() => edit(message)}><IconPencil size={16} stroke={1.75} /></ActionIcon>
          </Tooltip>
        )}
      </div>
    </article>
  );
}
