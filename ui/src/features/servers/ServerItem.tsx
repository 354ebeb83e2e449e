/** One row of the server list: state, title, facts, and the one control that it needs. */
import { Button, Switch } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { Stranger } from "../../components/Stranger";
import { useFocusHeir } from "../../components/useFocusHeir";
import { serverHref } from "../../lib/route";
import { Doing, LastWords, Transport } from "./RowFacts";
import { ServerState } from "./ServerState";
import classes from "./ServerItem.module.css";

interface Props {
  server: ServerRow;
  selected: boolean;
  busy: boolean;
  onSwitch: (server: ServerRow, on: boolean) => void;
}

export function ServerItem({ server, selected, busy, onSwitch }: Props) {
  const { t } = useTranslation("servers");
  const { title } = server;
  const item = useRef<HTMLLIElement>(null);
  useFocusHeir(item, () => item.current?.querySelector<HTMLElement>("[role=switch]"));
  return (
    <li ref={item} className={classes["row"]} data-selected={selected || undefined} data-server={server.name} data-words={server.state.state === "failed" || undefined}>
      <div className={classes["state"]}><ServerState state={server.state} /></div>
      <div className={classes["title"]}>
        <a
          className={`${classes["link"]} cut`}
          href={serverHref(server.name)}
          aria-label={t("openOf", { title })}
          aria-current={selected ? "true" : undefined}
          data-row
        >
          <Stranger text={title} title />
        </a>
      </div>
      {server.state.state === "failed" && <div className={classes["words"]}><LastWords server={server} /></div>}
      <div className={`${classes["transport"]} dim cut`}><Transport server={server} /></div>
      <div className={`${classes["doing"]} dim cut`}><Doing server={server} /></div>
      <div className={classes["controls"]}>
        <Control server={server} busy={busy} onCancel={() => onSwitch(server, false)} />
        <Switch
          size="md"
          checked={server.on}
          // Not `disabled`: that would let go of the focus in the middle of its own change.
          aria-disabled={busy || undefined}
          withThumbIndicator={false}
          aria-label={t("switchOf", { title })}
          onChange={(event) => { if (!busy) onSwitch(server, event.currentTarget.checked); }}
        />
      </div>
    </li>
  );
}

/** What helps a server that failed, or ends one that is starting. */
function Control({ server, busy, onCancel }: { server: ServerRow; busy: boolean; onCancel: () => void }) {
  const { t } = useTranslation("servers");
  const { title } = server;
  if (server.state.state === "starting") {
    return (
      <BusyButton size="compact-sm" variant="default" busy={busy} aria-label={t("cancelOf", { title })} onClick={onCancel}>
        {t("cancel")}
      </BusyButton>
    );
  }
  if (server.state.state !== "failed") return null;
  return (
    <Button
      component="a"
      href={serverHref(server.name, "diagnosis")}
      size="compact-sm"
      variant="light"
      aria-label={t("diagnoseOf", { title })}
    >
      {t("diagnose")}
    </Button>
  );
}
