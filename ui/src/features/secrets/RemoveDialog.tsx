/** Asks once more before a secret goes, and says who refers to it. */
import { Button, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { SecretRow } from "../../backend/wire";
import { Stranger } from "../../components/Stranger";
import { useLast } from "../../components/useLast";
import { visible } from "../../lib/visible";
import { usersOf } from "./rows";
import classes from "./Secrets.module.css";

interface Props {
  /** Nothing where none is being removed. */
  secret: SecretRow | null;
  onClose: () => void;
  onRemove: () => void;
}

export function RemoveDialog({ secret: now, onClose, onRemove }: Props) {
  const { t } = useTranslation(["secrets", "common"]);
  const secret = useLast(now);
  const of = secret?.remembered;
  return (
    <Modal
      opened={now !== null}
      onClose={onClose}
      title={of ? t("removing.answer", { field: visible(of.field) }) : t("removing.title", { key: secret?.key })}
      closeButtonProps={{ "aria-label": t("common:action.close") }}
    >
      {secret && <Words secret={secret} />}
      <div className={classes["dialogActions"]}>
        <Button variant="default" data-autofocus onClick={onClose}>{t("removing.keep")}</Button>
        <Button color="red.9" onClick={onRemove}>{t(of ? "removing.forget" : "removing.remove")}</Button>
      </div>
    </Modal>
  );
}

function Words({ secret }: { secret: SecretRow }) {
  const { t } = useTranslation("secrets");
  const users = usersOf(secret);
  const of = secret.remembered;
  const server = visible(of?.title ?? of?.server ?? "");
  return (
    <>
      <p>{t(secret.place === "memory" && secret.createdAt === null ? "removing.held" : "removing.text")}</p>
      {of && <p className={classes["refer"]}>{t(of.title === null ? "removing.gone" : "removing.asks", { server })}</p>}
      {users.length > 0 && (
        <>
          <p className={classes["refer"]}>{t("removing.users", { count: users.length })}</p>
          <ul className={classes["list"]}>{users.map(({ server, title }) => <li key={server}><Stranger text={title} /></li>)}</ul>
        </>
      )}
    </>
  );
}
