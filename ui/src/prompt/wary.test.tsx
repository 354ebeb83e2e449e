import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { sleepAtFirst } from "./wary";

const DEAD = 500;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

/** A question with a field, or without; whether its buttons and its field sleep. */
function asleep(withField: boolean) {
  const button = document.createElement("button");
  const field = document.createElement("input");
  const whole = document.createElement("div");
  whole.append(field);
  document.body.append(...(withField ? [whole] : []), button);
  const state = { buttons: false };
  const sleep = sleepAtFirst(DEAD, {
    buttons: (now) => {
      state.buttons = now;
    },
    fields: withField ? [whole] : [],
    focus: () => (withField ? field : button).focus(),
  });
  sleep.seen();
  return { field, now: () => [state.buttons, whole.hasAttribute("inert")] };
}

/** Whether a key is heard by what has the focus. */
function press(key: string): boolean {
  return document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

test("buttons and fields sleep until they were seen for a while, and the first field has the focus then", () => {
  const { field, now } = asleep(true);
  expect(now()).toEqual([true, true]);
  vi.advanceTimersByTime(DEAD - 1);
  expect(now()).toEqual([true, true]);
  vi.advanceTimersByTime(1);
  expect([...now(), document.activeElement === field]).toEqual([false, false, true]);
});

test("who types on wakes nothing, and what they type goes nowhere", () => {
  const { now } = asleep(true);
  for (let at = 0; at < 10; at += 1) {
    vi.advanceTimersByTime(DEAD - 100);
    expect(press("x")).toBe(false);
  }
  expect(now()).toEqual([true, true]);
  expect(press("Escape"), "it closes as ever").toBe(true);
  vi.advanceTimersByTime(DEAD);
  expect(now()).toEqual([false, false]);
  expect(press("x")).toBe(true);
});

test("the buttons sleep again whenever the question comes to the front, and the fields the first time alone", () => {
  const { now } = asleep(true);
  vi.advanceTimersByTime(DEAD);
  window.dispatchEvent(new Event("focus"));
  expect(now()).toEqual([true, true]);
  vi.advanceTimersByTime(DEAD);
  expect(now()).toEqual([false, false]);
  window.dispatchEvent(new Event("focus"));
  expect(now(), "the person was here already, and may go on typing").toEqual([true, false]);
  expect(press("x")).toBe(true);
  vi.advanceTimersByTime(DEAD);
  expect(now()).toEqual([false, false]);
});

test("where there is nothing to type into, keys are heard at once", () => {
  const { now } = asleep(false);
  expect([now()[0], press("Tab")]).toEqual([true, true]);
  vi.advanceTimersByTime(DEAD);
  expect(now()[0]).toBe(false);
});
