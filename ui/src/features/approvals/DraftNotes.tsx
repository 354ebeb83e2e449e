/** What is not saved yet, and what stands in the way of saving it. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Failure } from "../../backend/wire";
import { FailureNote } from "../../components/FailureNote";
import { Note } from "../../components/Note";
import type { Changes } from "./draft";
import classes from "./Approvals.module.css";

interface Props {
  changes: Changes | null;
  /** Whether the rules were changed elsewhere meanwhile. */
  late: boolean;
  failure: Failure | null;
  onDiscard: () => void;
}

export function DraftNotes({ changes, late, failure, onDiscard }: Props) {
  const { t } = useTranslation("approvals");
  const said = changes && [
    changes.added > 0 && t("changes.added", { count: changes.added }),
    changes.changed > 0 && t("changes.changed", { count: changes.changed }),
    changes.removed > 0 && t("changes.removed", { count: changes.removed }),
    changes.reordered && t("changes.reordered"),
  ].filter((it) => typeof it === "string").join(", ");
  return (
    <div className={classes["notes"]}>
      {failure && (failure.code === "declined" ? <Note tone="info" loud>{t("declined")}</Note> : <FailureNote failure={failure} />)}
      {late && (
        <Note tone="attention" loud actions={<Button size="compact-sm" variant="default" onClick={onDiscard}>{t("late.drop")}</Button>}>
          {t("late.text")}
        </Note>
      )}
      <p className={classes["changes"]} role="status" data-testid="changes">
        {said && <><strong className={classes["needs"]}>{t("changes.not")}</strong> {said}</>}
      </p>
    </div>
  );
}
