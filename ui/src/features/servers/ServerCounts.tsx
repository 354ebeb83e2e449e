/** The line under the title: how many are on, ready, and waiting for the person. */
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { countsOf } from "./groups";

export function ServerCounts({ servers }: { servers: ServerRow[] }) {
  const { t } = useTranslation("servers");
  const { all, on, ready, needs } = countsOf(servers);
  return (
    <span data-testid="counts">
      {t("counts", { count: all, on, ready })}
      {needs > 0 && t("needYou", { count: needs })}
    </span>
  );
}
