/** The levels from which on a server can be asked to log, the chattiest first; pure. */
import type { LevelView } from "../../backend/wire";

export const LEVELS: readonly LevelView[] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** The level of that name; nothing for the usual. */
export function levelOf(name: string): LevelView | null {
  return LEVELS.find((it) => it === name) ?? null;
}
