/** A quiet box that says something of weight: amber for what needs a look, red for what failed. */
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

import classes from "./Note.module.css";

const icons = { info: IconInfoCircle, attention: IconAlertTriangle, failed: IconCircleX };

interface Props {
  tone: keyof typeof icons;
  children: ReactNode;
  actions?: ReactNode;
  /** Whether it is read out as soon as it appears. */
  loud?: boolean;
}

export function Note({ tone, children, actions, loud }: Props) {
  const Icon = icons[tone];
  return (
    <div className={classes["note"]} data-tone={tone} role={loud ? "alert" : undefined}>
      <Icon size={18} stroke={1.75} aria-hidden="true" className={classes["icon"]} />
      <div className={classes["words"]}>
        {children}
        {actions && <div className={classes["actions"]}>{actions}</div>}
      </div>
    </div>
  );
}
