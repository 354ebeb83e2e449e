/** Switching, restarting, removing; and the log of a server. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { goTo, openBrowser, openPage, startBridge, tryTheDemo, type Bridge } from "./support";

let bridge: Bridge;
let browser: Browser;
let page: Page;
let wrong: string[];

beforeAll(async () => {
  [bridge, browser] = await Promise.all([startBridge(), openBrowser()]);
  ({ page, wrong } = await openPage(browser, bridge.address));
  await tryTheDemo(page, bridge);
});

afterAll(async () => {
  await browser?.close();
  await bridge?.stop();
});

const row = () => page.locator("[data-server=demo]");
const flip = () => page.getByRole("switch", { name: "Demo on" });

test("a server is switched off and on by keyboard", async () => {
  await flip().focus();
  await page.keyboard.press("Space");
  await row().getByText("Off").waitFor();
  expect(await page.getByRole("region", { name: "Off" }).count()).toBe(1);
  await flip().focus();
  await page.keyboard.press("Space");
  await row().getByText("Ready").waitFor();
});

test("a restart is another process", async () => {
  await goTo(page, "servers/demo");
  const pid = page.getByTestId("pane").locator("dt:text-is('Process') + dd");
  const before = await pid.textContent();
  await page.getByRole("button", { name: "Restart" }).click();
  await expect.poll(async () => (await pid.count()) === 1 && (await pid.textContent()) !== before, { timeout: 15_000 }).toBe(true);
});

test("the log follows what happens, and its lines are found, filtered and counted", async () => {
  await goTo(page, "servers/demo/log");
  const log = page.getByRole("log");
  await log.locator("time").first().waitFor();
  const stderr = () => log.getByText(/ready server=/).count();
  const before = await stderr();
  await page.evaluate(() => fetch("/call", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ command: "restart_server", payload: { server: "demo" } }),
  }));
  await expect.poll(stderr, { timeout: 15_000 }).toBe(before + 1);
  await page.keyboard.press("/");
  await page.keyboard.type("READY SERVER");
  await expect.poll(() => page.getByTestId("log-count").textContent()).toBe(`${before + 1} matches`);
  await expect.poll(() => log.locator("mark").first().textContent()).toBe("ready server");
  await page.keyboard.press("Escape");
  await page.locator("label", { hasText: "Errors" }).click();
  await page.getByText("No line matches.").waitFor();
  await page.locator("label", { hasText: "All" }).click();
  await log.locator("time").first().waitFor();
});

test("a removed server can be taken back", async () => {
  await goTo(page, "servers/demo");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("No servers yet").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await row().waitFor();
  await page.getByText("Demo is back").waitFor();
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
