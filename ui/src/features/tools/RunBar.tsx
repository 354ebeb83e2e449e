/** Run, or while it runs: how far it is, and Cancel. */
import { IconPlayerPlay } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Run } from "../../backend/runs";
import { ErrandBar } from "../../components/ErrandBar";

interface Props {
  run: Run | undefined;
  ready: boolean;
  /** Whether the JSON of the arguments cannot be read. */
  broken: boolean;
  /** Shown in place of the clock while the call waits for the person. */
  asking?: ReactNode;
  onRun: () => void;
  onCancel: () => void;
}

export function RunBar({ run, ready, broken, asking, onRun, onCancel }: Props) {
  const { t } = useTranslation("tools");
  const running = run?.now.state === "running" ? run.now : null;
  return (
    <ErrandBar
      now={running && { startedAt: run?.startedAt ?? 0, ...running }}
      label={t(run ? "runAgain" : "run")}
      icon={<IconPlayerPlay size={16} stroke={1.75} />}
      disabled={!ready || broken}
      asking={asking}
      onGo={onRun}
      onCancel={onCancel}
    />
  );
}
