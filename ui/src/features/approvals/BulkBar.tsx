/** Changes several rules at once; its room is kept while nothing is selected. */
import { Button, Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { RuleAction } from "../../backend/wire";
import classes from "./Approvals.module.css";

interface Props {
  all: number;
  chosen: number;
  onAll: (on: boolean) => void;
  onAction: (action: RuleAction) => void;
  onRemove: () => void;
}

export const ACTIONS: readonly RuleAction[] = ["ask", "allow", "deny"];

export function BulkBar({ all, chosen, onAll, onAction, onRemove }: Props) {
  const { t } = useTranslation("approvals");
  return (
    <div className={classes["bulk"]} role="group" aria-label={t("bulk")}>
      <Checkbox
        aria-label={t("selectAll")}
        checked={chosen === all}
        indeterminate={chosen > 0 && chosen < all}
        onChange={(event) => onAll(event.currentTarget.checked)}
      />
      <span className="dim" role="status">{chosen > 0 ? t("selected", { count: chosen }) : t("none")}</span>
      {chosen > 0 && (
        <span className={classes["bulkActions"]}>
          {ACTIONS.map((it) => <Button key={it} size="compact-sm" variant="default" onClick={() => onAction(it)}>{t(`action.${it}`)}</Button>)}
          <Button size="compact-sm" variant="default" onClick={onRemove}>{t("remove")}</Button>
        </span>
      )}
      <span className={`dim small ${classes["keys"]}`}>{t("keys")}</span>
    </div>
  );
}
