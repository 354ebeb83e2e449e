/** Run, or while it runs: how far it is, and Cancel. */
import { Button, Kbd, Progress as Bar } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Progress, Run } from "../../backend/runs";
import { Elapsed } from "../../components/Elapsed";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import classes from "./Tools.module.css";

interface Props {
  run: Run | undefined;
  ready: boolean;
  /** Whether the JSON of the arguments cannot be read. */
  broken: boolean;
  onRun: () => void;
  onCancel: () => void;
}

export function RunBar({ run, ready, broken, onRun, onCancel }: Props) {
  const { t } = useTranslation("tools");
  const now = run?.now;
  return (
    <div className={classes["runBar"]}>
      {now?.state === "running" ? (
        <>
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={16} stroke={1.75} />}
            disabled={now.stopping}
            onClick={onCancel}
          >
            {t(now.stopping ? "cancelling" : "cancel")}
          </Button>
          <div className={classes["progress"]} role="status">
            <span>
              <StateMark tone="working">{t("running")}</StateMark>{" "}
              <span className="dim"><Elapsed since={run?.startedAt ?? 0} /></span>{" "}
              <ProgressWords progress={now.progress} />
            </span>
            {now.progress && now.progress.total !== null && now.progress.total > 0 && (
              <Bar
                aria-label={t("running")}
                value={Math.min(100, (now.progress.done / now.progress.total) * 100)}
                transitionDuration={120}
              />
            )}
          </div>
        </>
      ) : (
        <>
          <Button leftSection={<IconPlayerPlay size={16} stroke={1.75} />} disabled={!ready || broken} onClick={onRun}>
            {t(run ? "runAgain" : "run")}
          </Button>
          <span className="dim small"><Kbd size="xs">{t("runKey")}</Kbd></span>
        </>
      )}
    </div>
  );
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
