/** Which servers and tools the model gets in this conversation, and what they cost each time it is asked. */
import { Button, Popover, Skeleton } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useConversationTools, useSwitchTools, useToolsToBeginWith } from "../../../backend/chat";
import { useUnread } from "../../../backend/unread";
import type { ConversationTools, ModelRef } from "../../../backend/wire";
import { Note } from "../../../components/Note";
import { Said } from "../../../components/Said";
import { showFailure } from "../../../components/toasts";
import { Unread } from "../../../components/Unread";
import { NEW, useSwitchesBefore } from "../drafts";
import classes from "./Composer.module.css";
import { SwitchedServerView } from "./SwitchedServerView";

interface Props {
  /** `NEW` for one that has not begun. */
  conversation: string;
  model: ModelRef | null;
}

/** It is no higher than there is room for it in the window. */
const FITS = {
  flip: true,
  shift: true,
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) => {
      elements.floating.style.maxHeight = `${Math.min(480, Math.max(160, availableHeight))}px`;
    },
  },
};

export function ToolsSwitch({ conversation, model }: Props) {
  const { t } = useTranslation("chat");
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} position={conversation === NEW ? "bottom-start" : "top-start"} middlewares={FITS} width={400} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button variant="subtle" color="gray" size="compact-sm" fw={400} leftSection={<IconTool size={16} stroke={1.75} aria-hidden="true" />} aria-expanded={open} onClick={() => setOpen(!open)}>{t("tools.open")}</Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("tools.title")} className={classes["switches"]}>{open && (conversation === NEW ? <SwitchesBefore model={model} /> : <SwitchesOf conversation={conversation} />)}</Popover.Dropdown>
    </Popover>
  );
}

function SwitchesOf({ conversation }: { conversation: string }) {
  const put = useSwitchTools(conversation);
  return <Switches query={useConversationTools(conversation, true)} onSwitch={(server, tool, on) => void put(server, tool, on).catch(showFailure)} />;
}

/** Before the first message they are kept here, and go along with it. */
function SwitchesBefore({ model }: { model: ModelRef | null }) {
  const [switches, put] = useSwitchesBefore();
  return <Switches query={useToolsToBeginWith(model, switches)} onSwitch={(server, tool, on) => put({ server, tool, on })} />;
}

interface SwitchesProps {
  query: UseQueryResult<ConversationTools>;
  onSwitch: (server: string, tool: string | null, on: boolean) => void;
}

function Switches({ query, onSwitch }: SwitchesProps) {
  const { t } = useTranslation("chat");
  const unread = useUnread(query);
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
          <SwitchedServerView key={it.server} server={it} onSwitch={(tool, on) => onSwitch(it.server, tool, on)} />
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
