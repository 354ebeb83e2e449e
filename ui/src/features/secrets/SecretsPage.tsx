/** The person's secrets by name: what there is, what is missing, who uses it. No value is ever here. */
import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useSecrets } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { SecretList, SecretRow } from "../../backend/wire";
import { EmptyState } from "../../components/EmptyState";
import { PageHead } from "../../components/PageHead";
import { SearchField } from "../../components/SearchField";
import { Unread } from "../../components/Unread";
import { visible } from "../../lib/visible";
import { AddSecret } from "./AddSecret";
import { KeychainNote, TroubleNote } from "./KeychainNote";
import { RemoveDialog } from "./RemoveDialog";
import { countsOf } from "./rows";
import { SecretGroups } from "./SecretGroups";
import { useSecretActions } from "./useSecretActions";
import classes from "./Secrets.module.css";

export default function SecretsPage() {
  const { t } = useTranslation("secrets");
  const [search, setSearch] = useState("");
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<SecretRow | null>(null);
  const add = useRef<HTMLButtonElement>(null);
  const list = useSecrets();
  const unread = useUnread(list);
  const actions = useSecretActions();
  const failing = Boolean(list.data?.keychain);
  const empty = list.data?.secrets.length === 0;
  const closeForm = () => {
    setAdding(false);
    // The button may be about to come back with the head.
    requestAnimationFrame(() => add.current?.focus());
  };
  return (
    <div className={classes["page"]}>
      <PageHead title={t("title")} line={list.data && !empty ? <Counts list={list.data} /> : " "}>
        {list.data && !(empty && !adding) && (
          <Button ref={add} variant={adding ? "default" : "filled"} leftSection={<IconPlus size={16} />} aria-expanded={adding} onClick={() => setAdding(true)}>{t("add")}</Button>
        )}
        {list.data && !empty && <SearchField label={t("search")} value={search} onChange={setSearch} className={classes["search"]} />}
      </PageHead>
      <div className={classes["body"]} data-testid="secrets">
        <div className={classes["notes"]}>
          {unread && <Unread what={t("unread")} {...unread} />}
          {actions.trouble && <TroubleNote trouble={actions.trouble} actions={actions} />}
          {!actions.trouble && list.data?.keychain && (
            <KeychainNote failure={list.data.keychain} busy={list.isFetching} onRetry={() => void list.refetch()} />
          )}
          {adding && (
            <AddSecret secrets={list.data?.secrets ?? []} actions={actions} failing={failing} onClose={closeForm} />
          )}
        </div>
        {empty && !adding && (
          <EmptyState icon={<IconKey size={40} stroke={1.25} />} title={t("empty.title")} text={t("empty.text")}>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>{t("add")}</Button>
          </EmptyState>
        )}
        {list.data && !empty && (
          <SecretGroups secrets={list.data.secrets} search={search} failing={failing} actions={actions} onRemove={setRemoving} />
        )}
      </div>
      <RemoveDialog
        secret={removing}
        onClose={() => setRemoving(null)}
        onRemove={() => {
          if (!removing) return;
          setRemoving(null);
          const of = removing.remembered;
          const done = of ? t("done.forgotten", { field: visible(of.field) }) : t("done.removed", { key: removing.key });
          void actions.remove(removing.key, done);
        }}
      />
    </div>
  );
}

function Counts({ list }: { list: SecretList }) {
  const { t } = useTranslation("secrets");
  const { missing, named, remembered } = countsOf(list);
  return (
    <span data-testid="counts">
      {t("counts.named", { count: named })}
      {remembered > 0 && ` · ${t("counts.remembered", { count: remembered })}`}
      {missing > 0 && <strong className={classes["needs"]}>{` · ${t("counts.missing", { count: missing })}`}</strong>}
    </span>
  );
}
