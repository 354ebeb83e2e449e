import { expect, test } from "vitest";

import { MOST_LINES, withNewer, withOlder, type LogWindow } from "./lines";

const line = (position: number) => ({ position, at: "2026-07-03T12:34:56.789Z", tag: "stderr", text: `${position}` });
const page = (from: number, to: number, more = true) => ({
  lines: Array.from({ length: to - from }, (_, n) => line(from + n)), start: from, end: to, more,
});
const spans = (window: LogWindow) => [window.lines[0]?.position, window.lines.at(-1)?.position, window.start, window.end];

test("newer lines come after what is held", () => {
  expect(spans(withNewer(page(10, 20), page(20, 25)))).toEqual([10, 24, 10, 25]);
});

test("nothing new changes nothing", () => {
  const window = page(10, 20);
  expect(withNewer(window, page(20, 20))).toBe(window);
});

test("the oldest lines are let go beyond the most, and can be read again", () => {
  const window = withNewer(page(0, MOST_LINES, false), page(MOST_LINES, MOST_LINES + 5));
  expect(spans(window)).toEqual([5, MOST_LINES + 4, 5, MOST_LINES + 5]);
  expect(window.more).toBe(true);
});

test("a file that was begun anew takes the place of the old one", () => {
  expect(spans(withNewer(page(100, 120), page(0, 3)))).toEqual([0, 2, 0, 3]);
});

test("older lines come before, and what is read stays in place", () => {
  const window = withOlder(page(10, 20), page(4, 10, false), 10);
  expect(spans(window)).toEqual([4, 19, 4, 20]);
  expect([window.more, window.grewAtStart]).toEqual([false, true]);
});

test("no older lines is the end of reading back", () => {
  expect(withOlder(page(10, 20), page(10, 10), 10).more).toBe(false);
});

test("older lines that no longer join what is held are dropped", () => {
  const anew = page(50, 60);
  expect(withOlder(anew, page(4, 10), 10)).toBe(anew);
});

test("lines that were read back are not let go when the log grows", () => {
  const back = withOlder(page(MOST_LINES, 2 * MOST_LINES), page(0, MOST_LINES, false), MOST_LINES);
  expect(spans(withNewer(back, page(2 * MOST_LINES, 2 * MOST_LINES + 5)))).toEqual([0, 2 * MOST_LINES + 4, 0, 2 * MOST_LINES + 5]);
});
