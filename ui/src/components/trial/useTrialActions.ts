/** What can be done with the small model of a first try: install, stop, remove; what fails is told where it stands. */
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useCommand } from "../../backend/commands";
import type { TrialView } from "../../backend/wire";
import { showDone, showFailure } from "../toasts";

export function useTrialActions(onReady: () => void) {
  const { t } = useTranslation("parts");
  const client = useQueryClient();
  const install = useCommand("install_trial");
  const stop = useCommand("stop_trial");
  const remove = useCommand("remove_trial");
  const again = () => Promise.all([["trial"], ["providers"], ["models"]].map((queryKey) => client.invalidateQueries({ queryKey })));

  const onInstall = async () => {
    try {
      await install.mutateAsync(null);
      await again();
      onReady();
    } catch (thrown) {
      await again();
      // Why it is not here stands in its box; why it does not start, nowhere.
      const told = client.getQueryData<TrialView>(["trial"])?.state.state === "failed";
      if (!told && failureOf(thrown).code !== "cancelled") showFailure(thrown);
    }
  };
  const onRemove = async () => {
    try {
      await remove.mutateAsync(null);
      showDone(t("trial.removed"));
    } catch (thrown) {
      showFailure(thrown);
    }
    await again();
  };
  return {
    installing: install.isPending,
    removing: remove.isPending,
    onInstall: () => void onInstall(),
    onStop: () => void stop.mutateAsync(null).catch(showFailure),
    onRemove: () => void onRemove(),
  };
}
