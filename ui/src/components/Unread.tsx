/** What could not be read and why, and the way to read it again. */
import { useTranslation } from "react-i18next";

import type { Unread as Why } from "../backend/unread";
import { sentence } from "../lib/sentence";
import { BusyButton } from "./BusyButton";
import { Note } from "./Note";
import { Said } from "./Said";

export function Unread({ what, failure, busy, onRetry }: Why & { what: string }) {
  const { t } = useTranslation();
  return (
    <Note
      tone="failed"
      loud
      actions={<BusyButton size="compact-sm" variant="default" busy={busy} onClick={onRetry}>{t("action.retry")}</BusyButton>}
    >
      <p><strong>{what}</strong></p>
      <p><Said text={sentence(failure.message)} /></p>
      {failure.hint && <p><Said text={sentence(failure.hint)} /></p>}
    </Note>
  );
}
