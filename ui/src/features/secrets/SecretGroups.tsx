/** The secrets under the headings of their groups; arrows go from row to row. */
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { SecretRow } from "../../backend/wire";
import { useFocusHeir } from "../../components/useFocusHeir";
import { AnswerItem } from "./AnswerItem";
import { grouped } from "./rows";
import { SecretItem } from "./SecretItem";
import type { SecretActions } from "./useSecretActions";
import classes from "./Secrets.module.css";

interface Props {
  secrets: SecretRow[];
  search: string;
  failing: boolean;
  actions: SecretActions;
  onRemove: (secret: SecretRow) => void;
}

export function SecretGroups({ secrets, search, failing, actions, onRemove }: Props) {
  const { t } = useTranslation("secrets");
  const box = useRef<HTMLDivElement>(null);
  useFocusHeir(box, () => box.current?.querySelector<HTMLElement>("[data-secret] button, [data-secret] a"));
  const { missing, named, remembered, own } = grouped(secrets, search);
  const items = (rows: SecretRow[]) =>
    rows.map((it) => (
      <SecretItem
        key={it.key}
        secret={it}
        busy={actions.busy.has(it.key)}
        failing={failing}
        onSet={() => void actions.set(it.key)}
        onHold={() => void actions.hold(it.key)}
        onRemove={() => onRemove(it)}
      />
    ));
  if (missing.length + named.length + remembered.length + own.length === 0) {
    return <p className={`dim ${classes["none"]}`} role="status">{t("noMatch", { search })}</p>;
  }
  return (
    <div ref={box}>
      {missing.length > 0 && <Group name="missing" needs>{items(missing)}</Group>}
      {named.length > 0 && <Group name="named">{items(named)}</Group>}
      {remembered.length > 0 && (
        <Group name="remembered">
          {remembered.map((it) => (
            <AnswerItem
              key={it.key}
              answer={it}
              busy={actions.busy.has(it.key)}
              onForget={() => onRemove(it)}
            />
          ))}
        </Group>
      )}
      {own.length > 0 && (
        <Group name="own">
          {own.map((it) => <li key={it.key} className={classes["row"]}><code className={`mono ${classes["key"]}`}>{it.key}</code></li>)}
        </Group>
      )}
    </div>
  );
}

function Group({ name, needs, children }: { name: "missing" | "named" | "remembered" | "own"; needs?: boolean; children: ReactNode }) {
  const { t } = useTranslation("secrets");
  const id = `secrets-${name}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={`${classes["heading"]} ${needs ? classes["needs"] : ""}`}>{t(`group.${name}`)}</h2>
      <ul>{children}</ul>
    </section>
  );
}
