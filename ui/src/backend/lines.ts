/** The part of a log that the page holds: a window that grows at both ends; pure. */
import type { LogLineView, LogPage } from "./wire";

export interface LogWindow {
  lines: LogLineView[];
  start: number;
  end: number;
  /** Whether older lines are there. */
  more: boolean;
  /** Most lines to hold, where that is more than usual: what was read back on purpose is not let go. */
  most?: number;
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
  const spare = Math.max(0, lines.length - (window.most ?? MOST_LINES));
  const kept = spare ? lines.slice(spare) : lines;
  return {
    lines: kept,
    start: spare ? (kept[0]?.position ?? page.start) : window.start,
    end: page.end,
    more: window.more || spare > 0,
    most: window.most,
  };
}

/** The window with the lines before `position` before it, if that is still where it starts. */
export function withOlder(window: LogWindow, page: LogPage, position: number): LogWindow {
  if (window.start !== position) return window;
  const lines = [...page.lines, ...window.lines];
  return {
    lines,
    start: page.lines.length ? page.start : window.start,
    end: window.end,
    more: page.more && page.lines.length > 0,
    most: lines.length + MOST_LINES,
    grewAtStart: true,
  };
}
