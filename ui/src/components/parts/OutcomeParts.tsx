/** What a tool answered with, part by part, and where that does not fit the tool's own schema of it. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { OutcomeView } from "../../backend/wire";
import { Marks } from "../Marks";
import { partsOf } from "./outcome";
import { PartView } from "./PartView";

interface Props {
  outcome: OutcomeView;
  /** The name of the server that gave it. */
  server: string;
  /** What gave it, for people. */
  tool: string;
}

export function OutcomeParts({ outcome, server, tool }: Props) {
  const { t } = useTranslation("parts");
  const shown = useMemo(() => partsOf(outcome), [outcome]);
  return (
    <>
      <Marks marks={outcome.misfits} title={t("misfits")} />
      {shown.length === 0 && <p className="dim">{t("nothing")}</p>}
      {shown.map((part, at) => <PartView key={at} part={part} from={tool} server={server} />)}
    </>
  );
}
