/** The part of a log that the page holds: a window that grows at both ends; pure. */
import type { LogLineView, LogPage } from "./wire";

export interface LogWindow {
  lines: LogLineView[];
  start: number;
  end: number;
  /** Whether older lines are there. */
  more: boolean;
  /** Whether the last change was at the start, so that what is read must stay in place. */
  grewAtStart?: boolean;
}

/** Most lines that the page holds while it follows. */
export const MOST_LINES = 20_000;

/** The window with newer lines after it; the oldest are let go beyond the most. */
export function withNewer(window: LogWindow, page: LogPage): LogWindow {
  if (page.lines.length === 0) return window;
  // The file was begun anew: what is held stands in it no longer.
  if (page.start < window.end) return { ...page };
  const lines = [...window.lines, ...page.lines];
  const spare = Math.max(0, lines.length - MOST_LINES);
  const kept = spare ? lines.slice(spare) : lines;
  return {
    lines: kept,
    start: spare ? (kept[0]?.position ?? page.start) : window.start,
    end: page.end,
    more: window.more || spare > 0,
  };
}

/** The window with older lines before it. */
export function withOlder(window: LogWindow, page: LogPage): LogWindow {
  return {
    lines: [...page.lines, ...window.lines],
    start: page.lines.length ? page.start : window.start,
    end: window.end,
    more: page.more && page.lines.length > 0,
    grewAtStart: true,
  };
}
