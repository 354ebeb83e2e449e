/** One server in the list of switches: all of it, or tool by tool. */
import { ActionIcon, Switch } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { SwitchedServer, SwitchedTool } from "../../../backend/wire";
import { Said } from "../../../components/Said";
import { Stranger } from "../../../components/Stranger";
import { visible } from "../../../lib/visible";
import classes from "./Composer.module.css";

interface Props {
  server: SwitchedServer;
  onSwitch: (tool: string | null, on: boolean) => void;
}

export function SwitchedServerView({ server, onSwitch }: Props) {
  const { t, i18n } = useTranslation("chat");
  const [open, setOpen] = useState(false);
  const title = visible(server.title);
  const tokens = (count: number) => t("tools.tokens", { tokens: new Intl.NumberFormat(i18n.language).format(count) });
  return (
    <li>
      <div className={classes["switch"]}>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-expanded={open} aria-label={t("tools.each", { title })} onClick={() => setOpen(!open)}>
          <IconChevronRight size={16} className={classes["chevron"]} data-open={open || undefined} />
        </ActionIcon>
        <span className={classes["switchName"]}>
          <Stranger text={server.title} />
          {!server.ready && <span className="small dim"> {t("tools.notReady")}</span>}
        </span>
        <span className="small dim">{tokens(server.tokens)}</span>
        <Switch size="sm" aria-label={title} checked={server.on} onChange={(event) => onSwitch(null, event.currentTarget.checked)} />
      </div>
      {open && (
        <ul className={classes["each"]}>
          {server.tools.map((it) => <OneTool key={it.name} tool={it} off={!server.on} tokens={tokens(it.tokens)} onSwitch={(on) => onSwitch(it.name, on)} />)}
        </ul>
      )}
    </li>
  );
}

function OneTool({ tool, off, tokens, onSwitch }: { tool: SwitchedTool; off: boolean; tokens: string; onSwitch: (on: boolean) => void }) {
  return (
    <li>
      <div className={classes["switch"]}>
        <span className={classes["switchName"]}>
          <Stranger text={tool.title ?? tool.name} />
          {tool.unfit !== null && <span className={`small ${classes["why"]}`}> <Said text={tool.unfit} /></span>}
        </span>
        <span className="small dim">{tokens}</span>
        <Switch size="xs" aria-label={visible(tool.title ?? tool.name)} checked={tool.on && tool.unfit === null} disabled={off || tool.unfit !== null} onChange={(event) => onSwitch(event.currentTarget.checked)} />
      </div>
    </li>
  );
}
