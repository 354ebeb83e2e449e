/** The one thing that would help, as a button. */
import { useTranslation } from "react-i18next";

import type { Fix, ServerRow } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { fieldOf } from "./fixes";

interface Props {
  server: ServerRow;
  fix: Fix;
  busy: boolean;
  onMend: () => void;
}

export function FixButton({ server, fix, busy, onMend }: Props) {
  const { t } = useTranslation("servers");
  return (
    <BusyButton busy={busy} onClick={onMend}>
      {fix.kind === "setSecret" ? t("fix.setSecret", { field: fieldOf(server, fix.key) }) : t(`fix.${fix.kind}`)}
    </BusyButton>
  );
}
