/** Whether the server tells when a resource changes; then it is read again. */
import { Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { useCommand } from "../../backend/commands";
import { changedKey, useWishes, wishesKey } from "../../backend/queries";
import type { ServerRow } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { showFailure } from "../../components/toasts";
import classes from "./Offers.module.css";

export function WatchSwitch({ server, uri }: { server: ServerRow; uri: string }) {
  const { t } = useTranslation("offers");
  const client = useQueryClient();
  const wishes = useWishes(server.name);
  const watch = useCommand("watch_resource");
  const { data: changedAt = null } = useQuery<number | null>({
    queryKey: changedKey(server.name, uri), queryFn: () => null, initialData: null, enabled: false, staleTime: Infinity, gcTime: Infinity,
  });
  const on = wishes.data?.watched.includes(uri) ?? false;
  const can = wishes.data?.can?.watch ?? false;
  const flip = (next: boolean) => {
    if (watch.isPending) return;
    watch
      .mutateAsync({ server: server.name, uri, on: next })
      .then(() => client.invalidateQueries({ queryKey: wishesKey(server.name) }))
      .catch(showFailure);
  };
  const state = !can && !on && wishes.data?.can ? t("watch.cannot") : on && changedAt === null ? t("watch.quiet") : on ? null : t("watch.hint");
  return (
    <div className={classes["watch"]} data-testid="watch">
      <Switch
        label={t("watch.label")}
        checked={on}
        disabled={!can && !on}
        aria-busy={watch.isPending || undefined}
        onChange={(event) => flip(event.currentTarget.checked)}
      />
      <span className="dim small" role="status">
        {state ?? <>{t("watch.changed")} <Ago at={changedAt ?? 0} /></>}
      </span>
    </div>
  );
}
