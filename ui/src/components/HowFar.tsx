/** How far something is, as its server says: words, and a bar where it is known how much there is to do. */
import { Progress as Bar } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Progress } from "../backend/runs";
import { Stranger } from "./Stranger";

export function ProgressBar({ progress }: { progress: Progress | null }) {
  const { t } = useTranslation("parts");
  if (!progress || progress.total === null || progress.total <= 0) return null;
  const value = Math.min(100, (progress.done / progress.total) * 100);
  return <Bar aria-label={t("running")} value={value} transitionDuration={120} />;
}

export function ProgressWords({ progress }: { progress: Progress | null }) {
  const { t, i18n } = useTranslation("parts");
  if (!progress) return null;
  const number = (it: number) => new Intl.NumberFormat(i18n.language).format(it);
  const done = number(progress.done);
  const far =
    progress.total === null ? t("progressDone", { done }) : t("progressOf", { done, total: number(progress.total) });
  return (
    <span className="dim">
      {far}
      {progress.message && <> · <Stranger text={progress.message} /></>}
    </span>
  );
}
