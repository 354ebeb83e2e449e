/** The button that asks a server for something, or while it is under way: how far it is, and Cancel. */
import { Kbd } from "@mantine/core";
import { IconPlayerStop } from "@tabler/icons-react";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Progress } from "../backend/runs";
import { BusyButton } from "./BusyButton";
import { Elapsed } from "./Elapsed";
import { ProgressBar, ProgressWords } from "./HowFar";
import { StateMark } from "./StateMark";
import { useFocusHeir } from "./useFocusHeir";
import classes from "./ErrandBar.module.css";

/** What is under way. */
export interface UnderWay {
  startedAt: number;
  stopping: boolean;
  progress: Progress | null;
}

interface Props {
  now: UnderWay | null;
  label: string;
  icon: ReactNode;
  disabled: boolean;
  /** Shown in place of the clock while it waits for the person. */
  asking?: ReactNode;
  onGo: () => void;
  onCancel: () => void;
}

export function ErrandBar({ now, label, icon, disabled, asking, onGo, onCancel }: Props) {
  const { t } = useTranslation("parts");
  const bar = useRef<HTMLDivElement>(null);
  const again = useRef<HTMLButtonElement>(null);
  useFocusHeir(bar, () => again.current);
  return (
    <div ref={bar} className={classes["bar"]}>
      <BusyButton ref={again} leftSection={icon} busy={now !== null} disabled={disabled} onClick={onGo}>{label}</BusyButton>
      {now ? (
        <>
          <BusyButton
            variant="default"
            leftSection={<IconPlayerStop size={16} stroke={1.75} />}
            busy={now.stopping}
            onClick={onCancel}
          >
            {t(now.stopping ? "cancelling" : "cancel")}
          </BusyButton>
          <div className={classes["progress"]} role="status">
            {asking ? <span className={classes["asking"]}>{asking}</span> : (
              <span>
                <StateMark tone="working">{t("running")}</StateMark>{" "}
                <span className="dim"><Elapsed since={now.startedAt} /></span>{" "}
                {now.progress && <span className="dim">· </span>}<ProgressWords progress={now.progress} />
              </span>
            )}
            <ProgressBar progress={now.progress} />
          </div>
        </>
      ) : (
        <span className="dim small"><Kbd size="xs">{t("runKey")}</Kbd></span>
      )}
    </div>
  );
}
