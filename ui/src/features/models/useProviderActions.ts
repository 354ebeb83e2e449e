/** What can be done with providers: adding, changing, a key from a native dialog, removing with a way back. */
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useCommand } from "../../backend/commands";
import { dropProvider, keepProvider } from "../../backend/models";
import type { AddProvider, ProviderView } from "../../backend/wire";
import { showDone, showFailure, showUndo } from "../../components/toasts";
import { go } from "../../lib/route";
import { visible } from "../../lib/visible";
import { callBack, letGo } from "./leaving";

export function useProviderActions() {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const add = useCommand("add_provider");
  const key = useCommand("set_provider_key");
  const drop = useCommand("remove_provider");

  /** Rejects with what kept it from being added, for the form to show. */
  const onAdd = async (payload: AddProvider): Promise<void> => {
    const row = await add.mutateAsync(payload).catch((thrown: unknown) => {
      const { code } = failureOf(thrown);
      if (code !== "keychain" && code !== "nobody_to_ask") throw thrown;
      // It is there, and only its key is not: its row offers to set it.
      showFailure(thrown);
      return null;
    });
    if (!row) return client.invalidateQueries({ queryKey: ["providers"] });
    keepProvider(client, row);
    showDone(t("added", { name: row.name }));
    go({ page: "models", provider: row.id });
  };

  const onSetKey = (provider: ProviderView) => {
    key
      .mutateAsync({ provider: provider.id })
      .then((row) => {
        keepProvider(client, row);
        // With another key there may be other models.
        void client.invalidateQueries({ queryKey: ["models", row.id] });
        if (row.hasKey) showDone(t("keySet", { name: row.name }));
      })
      .catch(showFailure);
  };

  const onRemove = ({ id, name }: ProviderView) => {
    letGo(id, () => drop.mutateAsync({ provider: id }).then(() => dropProvider(client, id)).catch(showFailure));
    go({ page: "models", provider: null });
    showUndo(t("pane.removed", { name: visible(name) }), t("pane.removedHint"), () => callBack(id));
  };

  return { adding: add.isPending, keying: key.isPending ? key.variables.provider : null, onAdd, onSetKey, onRemove };
}

export type ProviderActions = ReturnType<typeof useProviderActions>;
