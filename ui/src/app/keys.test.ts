import { expect, test } from "vitest";

import { actionOf } from "./keys";

const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });
const ctrl = { ctrlKey: true };

test("keys of the window work everywhere", () => {
  for (const typing of [true, false]) {
    expect(actionOf(press("l", ctrl), typing)).toBe("log");
    expect(["1", "2", "3", "4", "5", "6"].map((it) => actionOf(press(it, { metaKey: true }), typing))).toEqual(["servers", "tools", "inbox", "secrets", "models", "approvals"]);
  }
});

test("plain keys are left to who is typing", () => {
  const keys = ["?", "/", "a", "Escape"];
  expect(keys.map((it) => actionOf(press(it), false))).toEqual(["help", "search", "add", "back"]);
  expect(keys.map((it) => actionOf(press(it), true))).toEqual([null, null, null, null]);
});

test("what is not ours is left to the system", () => {
  expect(actionOf(press("l", { ctrlKey: true, shiftKey: true }), false)).toBeNull();
  expect(actionOf(press("a", { altKey: true }), false)).toBeNull();
  expect(actionOf(press("c", ctrl), false)).toBeNull();
});
