/** Which servers and tools the model gets in this conversation, and what they cost each time it is asked. */
import { Button, Popover, Skeleton } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useConversationTools, useSwitchTools } from "../../../backend/chat";
import { useUnread } from "../../../backend/unread";
import type { ConversationTools } from "../../../backend/wire";
import { Note } from "../../../components/Note";
import { Said } from "../../../components/Said";
import { showFailure } from "../../../components/toasts";
import { Unread } from "../../../components/Unread";
import classes from "./Composer.module.css";
import { SwitchedServerView } from "./SwitchedServerView";

export function ToolsSwitch({ conversation }: { conversation: string }) {
  const { t } = useTranslation("chat");
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position="top-start" width={400} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-sm" fw={400} leftSection={<IconTool size={16} stroke={1.75} aria-hidden="true" />} aria-expanded={open} onClick={() => setOpen(!open)}>{t("tools.open")}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("tools.title")} className={classes["switches"]}>{open && <Switches conversation={conversation} />}</Popover.Dropdown>
    </Popover>
  );
}

function Switches({ conversation }: { conversation: string }) {
  const { t } = useTranslation("chat");
  const query = useConversationTools(conversation, true);
  const unread = useUnread(query);
  const put = useSwitchTools(conversation);
  if (unread) return <Unread what={t("tools.unread")} {...unread} />;
  if (!query.data) return <Skeleton height={160} animate={false} data-autofocus tabIndex={-1} />;
  const { servers, words } = query.data;
  return (
    <>
      <Facts tools={query.data} />
      {words.map((it) => <Note key={it} tone="info"><Said text={it} /></Note>)}
      {servers.length === 0 && <p className="dim">{t("tools.none")}</p>}
      <ul className={classes["servers"]}>
        {servers.map((it) => (
          <SwitchedServerView key={it.server} server={it} onSwitch={(tool, on) => void put(it.server, tool, on).catch(showFailure)} />
        ))}
      </ul>
    </>
  );
}

function Facts({ tools: { on, limit, tokens } }: { tools: ConversationTools }) {
  const { t, i18n } = useTranslation("chat");
  const number = (it: number) => new Intl.NumberFormat(i18n.language).format(it);
  return (
    <div>
      <h3 className={classes["switchesTitle"]}>{t("tools.title")}</h3>
      <p className="small dim">{t("tools.facts", { on: number(on), limit: number(limit), tokens: number(tokens) })}</p>
      {on > limit && <Note tone="attention">{t("tools.tooMany", { limit: number(limit) })}</Note>}
    </div>
  );
}
