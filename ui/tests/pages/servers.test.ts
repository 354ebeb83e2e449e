/** Switching, restarting, removing; and the log of a server. */
import type { Browser, Locator, Page } from "playwright-core";
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

/** Goes to something as the keyboard does. */
async function tabTo(wanted: Locator) {
  for (let n = 0; n < 40; n += 1) {
    if (await wanted.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not come there");
}

test("the first Tab offers to skip to the page", async () => {
  await page.reload();
  await row().waitFor();
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  expect(await skip.evaluate((it) => it === document.activeElement && getComputedStyle(it).clipPath === "none")).toBe(true);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => [document.activeElement?.id, location.hash])).toEqual(["page", ""]);
  await page.keyboard.press("Tab");
  expect(await page.getByRole("button", { name: "Paste" }).evaluate((it) => it === document.activeElement)).toBe(true);
});

test("a server is switched off and on by keyboard", async () => {
  await tabTo(flip());
  await page.keyboard.press("Space");
  await row().getByText("Off").waitFor();
  await page.getByRole("heading", { name: "Off" }).waitFor();
  // The focus went with the switch, through the start and from group to group.
  await page.keyboard.press("Space");
  await row().getByText("Ready").waitFor();
  await page.getByRole("heading", { name: "On" }).waitFor();
  expect(await flip().evaluate((it) => it === document.activeElement)).toBe(true);
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
