/** An empty page: one line that teaches, and the next step. */
import type { ReactNode } from "react";

import classes from "./EmptyState.module.css";

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

export function EmptyState({ icon, title, text, children }: Props) {
  return (
    <div className={classes["empty"]}>
      <div className={classes["icon"]} aria-hidden="true">{icon}</div>
      <h2>{title}</h2>
      <p className="dim">{text}</p>
      {children && <div className={classes["actions"]}>{children}</div>}
    </div>
  );
}
