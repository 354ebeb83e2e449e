/** The models of a provider: search, favourites first, and as many as one can look through at a time. */
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useCommand } from "../../backend/commands";
import { keepTold, useModels } from "../../backend/models";
import { useUnread } from "../../backend/unread";
import type { ModelTold, ModelView, ProviderView } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { SearchField } from "../../components/SearchField";
import { showFailure } from "../../components/toasts";
import { Unread } from "../../components/Unread";
import { ModelItem } from "./ModelItem";
import { arranged, lacksKey } from "./rows";
import classes from "./Pane.module.css";

/** More are drawn when they are asked for. */
const SHOWN = 40;
/** Fewer are found without a search. */
const FEW = 5;

/** The models of a provider, once it has the key that it wants. */
export function ModelsOf({ provider }: { provider: ProviderView }) {
  const { t } = useTranslation("models");
  if (!lacksKey(provider)) return <ModelList provider={provider} />;
  return (
    <section className={classes["section"]}>
      <h3>{t("pane.models")}</h3>
      <p className="dim">{t("models.locked")}</p>
    </section>
  );
}

function ModelList({ provider }: { provider: ProviderView }) {
  const { t } = useTranslation("models");
  const { id, name } = provider;
  const list = useModels(id);
  const unread = useUnread(list);
  const onTell = useTell(id);
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const found = arranged(list.data ?? [], search);
  const shown = all ? found : found.slice(0, SHOWN);
  return (
    <section className={classes["section"]} data-testid="models-of">
      <div className={classes["sectionHead"]}>
        <h3>{list.data ? t("models.count", { count: list.data.length }) : t("pane.models")}</h3>
        {!unread && (
          <BusyButton
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconRefresh size={14} stroke={1.75} />}
            busy={list.isFetching}
            onClick={() => void list.refetch()}
          >
            {t("models.again")}
          </BusyButton>
        )}
      </div>
      {unread && <Unread what={t("models.unread", { name })} {...unread} />}
      {!unread && !list.data && <p className="dim" role="status">{t("models.loading", { name })}</p>}
      {list.data?.length === 0 && <p className="dim">{t("models.none", { name })}</p>}
      {(list.data?.length ?? 0) > FEW && <SearchField label={t("models.search")} value={search} onChange={setSearch} />}
      {list.data && list.data.length > 0 && found.length === 0 && <p className="dim" role="status">{t("models.noMatch", { search })}</p>}
      <ul className={classes["models"]}>
        {shown.map((it) => <ModelItem key={it.id} provider={id} model={it} onTell={(told) => onTell(it, told)} />)}
      </ul>
      {shown.length < found.length && (
        <div><Button size="compact-sm" variant="default" onClick={() => setAll(true)}>{t("models.all", { count: found.length })}</Button></div>
      )}
    </section>
  );
}

/** Keeps what the person says of a model at once, and takes it back where the app does not. */
function useTell(provider: number) {
  const client = useQueryClient();
  const tell = useCommand("tell_model");
  return async ({ id, told: before }: ModelView, told: ModelTold): Promise<boolean> => {
    keepTold(client, provider, id, told);
    try {
      await tell.mutateAsync({ model: { provider, model: id }, told });
      return true;
    } catch (thrown) {
      keepTold(client, provider, id, before);
      showFailure(thrown);
      return false;
    }
  };
}
