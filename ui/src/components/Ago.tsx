/** A point in time in relative words, the exact one on hover. */
import { useTranslation } from "react-i18next";

import { useNow } from "../lib/now";
import { exact, relative } from "../lib/time";

export function Ago({ at }: { at: number }) {
  const { i18n } = useTranslation();
  const coarse = useNow(30_000);
  const fine = useNow(Math.abs(coarse - at) < 120_000 ? 1000 : 30_000);
  // Clocks of two timers differ by a tick; nothing that happened lies in the future for that.
  const now = Math.max(coarse, fine);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact(at, i18n.language)}>
      {relative(at, now, i18n.language)}
    </time>
  );
}
