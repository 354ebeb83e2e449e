/** The servers, grouped by need; it switches them, and leaves the rest to the pane. */
import { Button, Tooltip } from "@mantine/core";
import { IconClipboardText, IconPlus, IconServer2 } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { useRowCommand } from "../../backend/commands";
import { useServers } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { ServerRow } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { EmptyState } from "../../components/EmptyState";
import { PageHead } from "../../components/PageHead";
import { SearchField } from "../../components/SearchField";
import { showFailure } from "../../components/toasts";
import { Unread } from "../../components/Unread";
import { blank, href } from "../../lib/route";
import { ServerCounts } from "./ServerCounts";
import { ServerGroups } from "./ServerGroups";
import classes from "./ServersPage.module.css";

interface Props {
  selected: string | null;
  pasting: boolean;
  onPaste: () => void;
}

export function ServersPage({ selected, pasting, onPaste }: Props) {
  const { t } = useTranslation("servers");
  const [search, setSearch] = useState("");
  const list = useServers();
  const unread = useUnread(list);
  useReadyMark(list.isSuccess);
  const servers = list.data?.servers;
  const empty = servers?.length === 0;
  return (
    <div className={classes["page"]}>
      <PageHead title={t("title")} line={servers && !empty ? <ServerCounts servers={servers} /> : " "}>
        {!empty && <PasteButton pasting={pasting} onPaste={onPaste} />}
        {!empty && (
          <Button component="a" href={href(blank)} leftSection={<IconPlus size={16} />}>
            {t("add")}
          </Button>
        )}
        {!empty && (
          <SearchField label={t("search")} value={search} onChange={setSearch} className={classes["search"]} />
        )}
      </PageHead>
      <div className={classes["body"]} data-testid="servers">
        {unread && <Unread what={t("unread")} {...unread} />}
        {empty && <NoServers pasting={pasting} onPaste={onPaste} />}
        {servers && !empty && <Rows servers={servers} search={search} selected={selected} />}
      </div>
    </div>
  );
}

function PasteButton({ pasting, onPaste }: { pasting: boolean; onPaste: () => void }) {
  const { t } = useTranslation("servers");
  return (
    <Tooltip label={t("pasteHint")}>
      <BusyButton
        variant="default"
        leftSection={<IconClipboardText size={16} stroke={1.75} />}
        busy={pasting}
        onClick={onPaste}
      >
        {t("paste")}
      </BusyButton>
    </Tooltip>
  );
}

function Rows({ servers, search, selected }: { servers: ServerRow[]; search: string; selected: string | null }) {
  const flip = useRowCommand("switch_server");
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const onSwitch = (server: ServerRow, on: boolean) => {
    setBusy((now) => new Set(now).add(server.name));
    flip
      .mutateAsync({ server: server.name, on })
      .catch(showFailure)
      .finally(() => setBusy((now) => new Set([...now].filter((it) => it !== server.name))));
  };
  return <ServerGroups servers={servers} search={search} selected={selected} busy={busy} onSwitch={onSwitch} />;
}

function NoServers({ pasting, onPaste }: { pasting: boolean; onPaste: () => void }) {
  const { t } = useTranslation("servers");
  const demo = useRowCommand("add_demo");
  return (
    <EmptyState icon={<IconServer2 size={40} stroke={1.25} />} title={t("empty.title")} text={t("empty.text")}>
      <PasteButton pasting={pasting} onPaste={onPaste} />
      <Button component="a" href={href(blank)} leftSection={<IconPlus size={16} />}>{t("add")}</Button>
      <BusyButton
        variant="default"
        busy={demo.isPending}
        onClick={() => void demo.mutateAsync(null).catch(showFailure)}
      >
        {t("empty.demo")}
      </BusyButton>
    </EmptyState>
  );
}

/** Marks the window as usable, for those who measure and test it. */
function useReadyMark(ready: boolean) {
  useEffect(() => {
    if (ready) document.body.dataset["ready"] = "servers";
  }, [ready]);
}
