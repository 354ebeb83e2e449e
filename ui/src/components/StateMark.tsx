/** A state as a dot and a word: colour never stands alone. */
import classes from "./StateMark.module.css";

export type Tone = "ready" | "working" | "attention" | "failed" | "off";

export function StateMark({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes["mark"]} data-tone={tone}>
      <span className={classes["dot"]} aria-hidden="true" />
      {children}
    </span>
  );
}
