/** One secret by name: where its value is, who refers to it, when it was used; setting and removing it. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { SecretRow } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { BusyButton } from "../../components/BusyButton";
import { StateMark, type Tone } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { serverHref } from "../../lib/route";
import { isName, usersOf } from "./rows";
import classes from "./Secrets.module.css";

export const PLACES: Record<SecretRow["place"], Tone> = { keychain: "ready", memory: "attention", missing: "failed", unknown: "off" };

/** Where its value is, in words: what was kept is in the keychain, also while that says nothing. */
export const placeOf = ({ place, createdAt }: SecretRow) =>
  place === "unknown" && createdAt !== null ? ("place.outOfReach" as const) : (`place.${place}` as const);

interface Props {
  secret: SecretRow;
  busy: boolean;
  /** Whether the keychain is known to fail: then memory can be chosen at once. */
  failing: boolean;
  onSet: () => void;
  onHold: () => void;
  onRemove: () => void;
}

export function SecretItem({ secret, busy, failing, onSet, onHold, onRemove }: Props) {
  const { t } = useTranslation("secrets");
  const { key, place } = secret;
  const user = usersOf(secret)[0];
  const kept = secret.createdAt !== null;
  const fresh = place === "missing" || (place === "unknown" && !kept);
  const action = t(fresh ? "set" : "replace");
  return (
    <li className={classes["row"]} data-secret={key}>
      <div className={classes["name"]}><Stranger className="mono" text={key} /></div>
      <div className={classes["place"]}><StateMark tone={PLACES[place]}>{t(placeOf(secret))}</StateMark></div>
      <div className={`${classes["users"]} dim`}><Users secret={secret} /></div>
      <div className={`${classes["used"]} dim`}><Used secret={secret} /></div>
      <div className={classes["controls"]}>
        {isName(key) && (
          <BusyButton
            size="compact-sm"
            variant={place === "missing" ? "filled" : "default"}
            busy={busy}
            aria-label={t("actionOf", { action, key })}
            onClick={onSet}
          >
            {action}
          </BusyButton>
        )}
        {isName(key) && (fresh || place === "unknown") && failing && (
          <BusyButton size="compact-sm" variant="default" busy={false} disabled={busy} aria-label={t("actionOf", { action: t("hold"), key })} onClick={onHold}>
            {t("hold")}
          </BusyButton>
        )}
        {!isName(key) && user && (
          <Button component="a" size="compact-sm" variant="default" href={serverHref(user.server, "edit")} title={t("notAName")}>
            {t("editServer")}
          </Button>
        )}
        {(kept || place === "memory") && (
          <BusyButton
            size="compact-sm"
            variant="subtle"
            color="gray"
            busy={false}
            disabled={busy}
            aria-label={t("actionOf", { action: t("remove"), key })}
            onClick={onRemove}
          >
            {t("remove")}
          </BusyButton>
        )}
      </div>
    </li>
  );
}

/** The servers that refer to it, as ways to them. */
function Users({ secret }: { secret: SecretRow }) {
  const { t } = useTranslation("secrets");
  const users = usersOf(secret);
  if (users.length === 0) return t("unusedBy");
  return (
    <>
      {t("usedBy")}{" "}
      {users.map(({ server, title }, at) => (
        <span key={server}>
          {at > 0 && ", "}
          <a href={serverHref(server)}><Stranger text={title} /></a>
        </span>
      ))}
    </>
  );
}

/** When it was last handed to a server, or when it was set if it never was. */
function Used({ secret: { lastUsedAt, updatedAt } }: { secret: SecretRow }) {
  const { t } = useTranslation("secrets");
  if (lastUsedAt !== null) return <>{t("used")} <Ago at={lastUsedAt} /></>;
  if (updatedAt !== null) return <>{t("setAt")} <Ago at={updatedAt} /></>;
  return null;
}
