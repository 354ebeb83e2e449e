/** A failure in the app's words: what happened, what to do, where. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Failure } from "../backend/wire";
import { sentence } from "../lib/sentence";
import { Note } from "./Note";
import { Said } from "./Said";

interface Props {
  failure: Failure;
  actions?: ReactNode;
  /** Whether the field is named here, because no field beside it does. */
  withField?: boolean;
}

/** Some messages name the place themselves. */
function saysPlace(message: string): boolean {
  return /line \d+, column \d+/i.test(message);
}

export function FailureNote({ failure, actions, withField = true }: Props) {
  const { t } = useTranslation();
  return (
    <Note tone="failed" loud actions={actions}>
      <p><strong><Said text={sentence(failure.message)} /></strong></p>
      {failure.hint && <p><Said text={sentence(failure.hint)} /></p>}
      {failure.place && !saysPlace(failure.message) && (
        <p className="mono">
          {t("failure.place", { line: failure.place.line, column: failure.place.column })}
        </p>
      )}
      {withField && failure.field && (
        <p className="mono">{t("failure.field", { field: failure.field })}</p>
      )}
    </Note>
  );
}
