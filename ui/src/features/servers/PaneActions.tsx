/** What can be done with one server: restart, log, edit, remove (with a way back). */
import { Button } from "@mantine/core";
import { IconFileText, IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useCommand, useRowCommand } from "../../backend/commands";
import type { ServerRow } from "../../backend/wire";
import { showDone, showFailure, showUndo } from "../../components/toasts";
import { go, home, serverHref } from "../../lib/route";
import classes from "./ServerPane.module.css";

const icon = { size: 16, stroke: 1.75 } as const;

export function PaneActions({ server }: { server: ServerRow }) {
  const { t } = useTranslation("servers");
  const restart = useRowCommand("restart_server");
  const start = useRowCommand("switch_server");
  const remove = useRemove(server);
  const { name } = server;
  return (
    <div className={classes["actions"]}>
      {server.on ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh {...icon} />}
          loading={restart.isPending}
          onClick={() => void restart.mutateAsync({ server: name }).catch(showFailure)}
        >
          {t("pane.restart")}
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRefresh {...icon} />}
          loading={start.isPending}
          onClick={() => void start.mutateAsync({ server: name, on: true }).catch(showFailure)}
        >
          {t("pane.start")}
        </Button>
      )}
      <Button
        component="a"
        href={serverHref(name, "log")}
        size="compact-sm"
        variant="default"
        leftSection={<IconFileText {...icon} />}
      >
        {t("pane.openLog")}
      </Button>
      <Button
        component="a"
        href={serverHref(name, "edit")}
        size="compact-sm"
        variant="default"
        leftSection={<IconPencil {...icon} />}
      >
        {t("pane.edit")}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash {...icon} />}
        loading={remove.isPending}
        onClick={remove.start}
      >
        {t("pane.remove")}
      </Button>
    </div>
  );
}

/** Removes a server at once; for ten seconds it can be taken back. */
function useRemove(server: ServerRow) {
  const { t } = useTranslation("servers");
  const restore = useRowCommand("restore_server");
  const remove = useCommand("remove_server");
  const undo = () => {
    restore
      .mutateAsync({ server: server.name })
      .then((row) => showDone(t("restored", { title: row.title })))
      .catch(showFailure);
  };
  // This component is gone with its server before the answer comes: only the promise outlives it.
  const start = () => {
    remove
      .mutateAsync({ server: server.name })
      .then(({ title }) => {
        go(home);
        showUndo(t("removed", { title }), t("removedHint"), undo);
      })
      .catch(showFailure);
  };
  return { start, isPending: remove.isPending };
}
