/** Changes a provider's name, address and dialect; Save is there once something differs. */
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import { failureShown, useCommand } from "../../backend/commands";
import { keepProvider } from "../../backend/models";
import type { ProviderView } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { Note } from "../../components/Note";
import { showDone } from "../../components/toasts";
import { visible } from "../../lib/visible";
import { ProviderFields, type Fields } from "./ProviderFields";
import { addressFault, leftHost } from "./rows";
import classes from "./Pane.module.css";

export function ProviderForm({ provider }: { provider: ProviderView }) {
  const { t } = useTranslation("models");
  const client = useQueryClient();
  const update = useCommand("update_provider");
  // What the person changed; nothing as long as that is nothing.
  const [typed, setTyped] = useState<Fields | null>(null);
  const fields = typed ?? { name: provider.name, dialect: provider.dialect, baseUrl: provider.baseUrl };
  const changed = fields.name !== provider.name || fields.dialect !== provider.dialect || fields.baseUrl !== provider.baseUrl;
  const left = leftHost(provider, fields.baseUrl);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!changed || update.isPending || addressFault(fields.baseUrl) !== "none") return;
    update
      .mutateAsync({ provider: provider.id, name: fields.name.trim(), dialect: fields.dialect, baseUrl: fields.baseUrl.trim() })
      .then((row) => {
        keepProvider(client, row);
        void client.invalidateQueries({ queryKey: ["models", row.id] });
        setTyped(null);
        showDone(t("saved", { name: visible(row.name) }));
      })
      // The form shows it.
      .catch(() => undefined);
  };
  const discard = () => {
    setTyped(null);
    update.reset();
  };
  return (
    <form className={classes["form"]} aria-label={t("pane.settings")} onSubmit={onSubmit}>
      <ProviderFields fields={fields} failure={failureShown(update.error)} tried onChange={setTyped} />
      {left && <Note tone="attention">{t("form.moved", { host: left })}</Note>}
      {changed && (
        <div className={classes["actions"]}>
          <BusyButton type="submit" size="compact-sm" busy={update.isPending}>{t("form.save")}</BusyButton>
          <Button size="compact-sm" variant="default" onClick={discard}>{t("form.discard")}</Button>
        </div>
      )}
    </form>
  );
}
