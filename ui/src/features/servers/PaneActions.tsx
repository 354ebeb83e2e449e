/** What can be done with one server: start or restart, log, edit, remove. */
import { Button } from "@mantine/core";
import { IconFileText, IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { serverHref } from "../../lib/route";
import type { Doing } from "./useServerActions";
import classes from "./ServerPane.module.css";

interface Props {
  server: ServerRow;
  doing: Doing;
  onStart: () => void;
  onRemove: () => void;
}

const icon = { size: 16, stroke: 1.75 } as const;
const look = { size: "compact-sm", variant: "default" } as const;

export function PaneActions({ server, doing, onStart, onRemove }: Props) {
  const { t } = useTranslation("servers");
  const { name } = server;
  return (
    <div className={classes["actions"]}>
      <BusyButton {...look} leftSection={<IconRefresh {...icon} />} busy={doing.starting} onClick={onStart}>
        {t(server.on ? "pane.restart" : "pane.start")}
      </BusyButton>
      <Button component="a" {...look} href={serverHref(name, "log")} leftSection={<IconFileText {...icon} />}>
        {t("pane.openLog")}
      </Button>
      <Button component="a" {...look} href={serverHref(name, "edit")} leftSection={<IconPencil {...icon} />}>
        {t("pane.edit")}
      </Button>
      <BusyButton {...look} leftSection={<IconTrash {...icon} />} busy={doing.removing} onClick={onRemove}>
        {t("pane.remove")}
      </BusyButton>
    </div>
  );
}
