/** Run, or while it runs: how far it is, and Cancel. */
import { Kbd, Progress as Bar } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Progress, Run } from "../../backend/runs";
import { BusyButton } from "../../components/BusyButton";
import { Elapsed } from "../../components/Elapsed";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { useFocusHeir } from "../../components/useFocusHeir";
import classes from "./Tools.module.css";

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
  const bar = useRef<HTMLDivElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  useFocusHeir(bar, () => again.current);
  const running = run?.now.state === "running" ? run.now : null;
  return (
    <div ref={bar} className={classes["runBar"]}>
      <BusyButton
        ref={again}
        leftSection={<IconPlayerPlay size={16} stroke={1.75} />}
        busy={running !== null}
        disabled={!ready || broken}
        onClick={onRun}
      >
        {t(run ? "runAgain" : "run")}
      </BusyButton>
      {running ? (
        <>
          <BusyButton
            variant="default"
            leftSection={<IconPlayerStop size={16} stroke={1.75} />}
            busy={running.stopping}
            onClick={onCancel}
          >
            {t(running.stopping ? "cancelling" : "cancel")}
          </BusyButton>
          <div className={classes["progress"]} role="status">
            {asking ? <span className={classes["asking"]}>{asking}</span> : (
              <span>
                <StateMark tone="working">{t("running")}</StateMark>{" "}
                <span className="dim"><Elapsed since={run?.startedAt ?? 0} /></span>{" "}
                <ProgressWords progress={running.progress} />
              </span>
            )}
            <ProgressBar progress={running.progress} />
          </div>
        </>
      ) : (
        <span className="dim small"><Kbd size="xs">{t("runKey")}</Kbd></span>
      )}
    </div>
  );
}

/** A bar only where it is known how much there is to do. */
function ProgressBar({ progress }: { progress: Progress | null }) {
  const { t } = useTranslation("tools");
  if (!progress || progress.total === null || progress.total <= 0) return null;
  const value = Math.min(100, (progress.done / progress.total) * 100);
  return <Bar aria-label={t("running")} value={value} transitionDuration={120} />;
}

function ProgressWords({ progress }: { progress: Progress | null }) {
  const { t, i18n } = useTranslation("tools");
  if (!progress) return null;
  const number = (it: number) => new Intl.NumberFormat(i18n.language).format(it);
  const done = number(progress.done);
  const far =
    progress.total === null ? t("progressDone", { done }) : t("progressOf", { done, total: number(progress.total) });
  return (
    <span className="dim">
      · {far}
      {progress.message && <> · <Stranger text={progress.message} /></>}
    </span>
  );
}
