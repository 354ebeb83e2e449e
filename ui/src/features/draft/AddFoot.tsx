/** The foot of the Add page: the one action, and what will happen then. */
import { useTranslation } from "react-i18next";

import { BusyButton } from "../../components/BusyButton";
import { Note } from "../../components/Note";
import classes from "./Draft.module.css";

interface Props {
  /** The name that is taken already. */
  taken: string | null;
  busy: boolean;
  broken: boolean;
  onAdd: (replace: boolean) => void;
}

export function AddFoot({ taken, busy, broken, onAdd }: Props) {
  const { t } = useTranslation("draft");
  return (
    <footer className={classes["foot"]}>
      {taken !== null && (
        <div style={{ flexBasis: "100%" }}>
          <Note tone="attention">{t("takenText", { name: taken })} {t("otherTitle")}</Note>
        </div>
      )}
      {taken === null ? (
        <BusyButton busy={busy} disabled={broken} onClick={() => onAdd(false)}>{t("submitAdd")}</BusyButton>
      ) : (
        <BusyButton busy={busy} disabled={broken} onClick={() => onAdd(true)}>{t("changeIt", { name: taken })}</BusyButton>
      )}
      <span className="dim small" role="status">{busy ? t("waiting") : t("submitAddHint")}</span>
    </footer>
  );
}
