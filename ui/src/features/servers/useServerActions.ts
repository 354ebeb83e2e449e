/** What can be done with one server: starting, restarting, removing with a way back, mending. */
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useCommand, useRowCommand } from "../../backend/commands";
import type { Fix, ServerRow } from "../../backend/wire";
import { showDone, showFailure, showUndo } from "../../components/toasts";
import { go, home } from "../../lib/route";
import { unreachable } from "../../lib/unreachable";

/** What is going on. */
export interface Doing {
  starting: boolean;
  removing: boolean;
  mending: boolean;
}

export function useServerActions(name: string) {
  const { t } = useTranslation("servers");
  const restart = useRowCommand("restart_server");
  const start = useRowCommand("switch_server");
  const restore = useRowCommand("restore_server");
  const remove = useCommand("remove_server");
  const ask = useCommand("set_secret");

  const startAgain = (server: ServerRow) =>
    server.on ? restart.mutateAsync({ server: name }) : start.mutateAsync({ server: name, on: true });

  const mend = async (server: ServerRow, fix: Fix): Promise<unknown> => {
    switch (fix.kind) {
      case "restart":
        return startAgain(server);
      case "approve":
        return start.mutateAsync({ server: name, on: true });
      case "edit":
      case "moreTime":
        return go({ page: "servers", server: name, view: "edit" });
      case "setSecret": {
        const { outcome, started } = await ask.mutateAsync({ key: fix.key, call: null });
        // All that waited for it are started with it.
        return outcome !== "set" || started.includes(name) ? null : startAgain(server);
      }
      default:
        return unreachable(fix);
    }
  };

  const undo = () => {
    restore
      .mutateAsync({ server: name })
      .then((row) => showDone(t("restored", { title: row.title })))
      .catch(showFailure);
  };
  // The pane is gone with its server before the answer comes: only the promise outlives it.
  const onRemove = () => {
    remove
      .mutateAsync({ server: name })
      .then(({ title }) => {
        go(home);
        showUndo(t("removed", { title }), t("removedHint"), undo);
      })
      .catch(showFailure);
  };

  const starting = restart.isPending || start.isPending;
  const doing: Doing = { starting, removing: remove.isPending, mending: starting || ask.isPending };
  return {
    doing,
    onStart: (server: ServerRow) => void startAgain(server).catch(showFailure),
    onRemove,
    onMend: (server: ServerRow, fix: Fix) => void mend(server, fix).catch((thrown: unknown) => {
      showFailure(thrown);
      // There it says what else can be done about a keychain.
      if (failureOf(thrown).code === "keychain") go({ page: "secrets" });
    }),
  };
}
