/** Model servers that answer on this computer and are not in the list yet, each a click away. */
import { IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useFound } from "../../backend/models";
import { useUnread } from "../../backend/unread";
import type { FoundProvider, ProviderView } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { showFailure } from "../../components/toasts";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { Unread } from "../../components/Unread";
import { visible } from "../../lib/visible";
import { newlyFound } from "./rows";
import type { ProviderActions } from "./useProviderActions";
import classes from "./Models.module.css";

/** How many names of models are told. */
const NAMED = 3;

export function Found({ providers, actions }: { providers: ProviderView[]; actions: ProviderActions }) {
  const { t } = useTranslation("models");
  const found = useFound();
  const unread = useUnread(found);
  const rows = newlyFound(found.data ?? [], providers);
  const nothing = providers.some((it) => it.local) ? "found.noOther" : "found.none";
  return (
    <section aria-labelledby="models-found" data-testid="found">
      <div className={classes["heading"]}>
        <h2 id="models-found">{t("found.title")}</h2>
        <BusyButton
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconRefresh size={14} stroke={1.75} />}
          busy={found.isFetching}
          onClick={() => void found.refetch()}
        >
          {t("found.again")}
        </BusyButton>
      </div>
      {unread && <div className={classes["pad"]}><Unread what={t("found.unread")} {...unread} /></div>}
      {!unread && rows.length === 0 && (
        <p className={`dim ${classes["pad"]}`} role="status">{t(found.data ? nothing : "found.looking")}</p>
      )}
      <ul>{rows.map((it, at) => <Row key={it.baseUrl} found={it} first={at === 0 && providers.length === 0} actions={actions} />)}</ul>
    </section>
  );
}

/** The first of an empty page is what a beginner is most likely to want. */
function Row({ found, first, actions }: { found: FoundProvider; first: boolean; actions: ProviderActions }) {
  const { t } = useTranslation("models");
  const { name, baseUrl, models, wantsKey } = found;
  const few = models.slice(0, NAMED).map(visible).join(", ");
  const names = models.length > NAMED ? t("found.more", { names: few, count: models.length - NAMED }) : few;
  const use = () => void actions.onAdd({ name, baseUrl, dialect: "chatCompletions", withKey: wantsKey }).catch(showFailure);
  return (
    <li className={classes["found"]} data-found={baseUrl}>
      <strong><Stranger text={name} /></strong>
      {wantsKey ? <StateMark tone="attention">{t("found.wantsKey")}</StateMark> : <StateMark tone="ready">{t("found.answers")}</StateMark>}
      <Stranger text={baseUrl} className={`mono ${classes["address"]}`} />
      <span className={`dim ${classes["names"]}`}>
        {models.length > 0 ? t("found.models", { count: models.length, names }) : t(wantsKey ? "found.unnamed" : "found.noModels")}
      </span>
      <BusyButton size="compact-sm" variant={first ? "filled" : "light"} busy={actions.adding} aria-label={t("found.useOf", { name })} onClick={use}>
        {t("found.use")}
      </BusyButton>
    </li>
  );
}
