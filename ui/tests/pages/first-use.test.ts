/** The whole way in the page: from no server to a tool's answer and its log. */
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
});

afterAll(async () => {
  await browser?.close();
  await bridge?.stop();
});

test("a person who says no to the demo is where they were", async () => {
  await bridge.willSay({ consent: "cancel" });
  await page.getByRole("button", { name: "Try the built-in demo" }).click();
  await page.getByRole("button", { name: "Try the built-in demo" }).and(page.locator(":not([aria-busy])")).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
  expect(await page.getByText("No servers yet").isVisible()).toBe(true);
});

test("the demo starts after consent, and its row says what it offers", async () => {
  await tryTheDemo(page, bridge);
  await page.locator("[data-server=demo]").getByText("6 tools").waitFor();
  expect(await page.getByTestId("counts").textContent()).toBe("1 of 1 on · 1 ready");
  expect(await bridge.asked()).toMatchObject([{ kind: "consent" }, { kind: "consent", about: "adding" }]);
});

test("its pane tells what runs, and where its log is", async () => {
  await page.locator("[data-server=demo] [data-row]").click();
  const pane = page.getByTestId("pane");
  await pane.getByText("Steward demo 1.0.0").waitFor();
  expect(await pane.getByText(/demo_server\.py/).first().isVisible()).toBe(true);
  await page.keyboard.press("Control+l");
  await page.getByTestId("log").locator("time").first().waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await pane.waitFor({ state: "detached" });
  const focused = () => document.activeElement?.closest("[data-server]")?.getAttribute("data-server");
  await expect.poll(() => page.evaluate(focused)).toBe("demo");
});

test("a form made from the tool's schema runs it by keyboard", async () => {
  await page.keyboard.press("Control+2");
  await page.getByRole("link", { name: /Greet someone/ }).click();
  await page.getByRole("textbox", { name: "name" }).fill("Ada");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Hello, Ada. The demo server is at your desk.").waitFor();
});

test("the palette finds the tool again, with its last result", async () => {
  await goTo(page, "servers");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Go to a page, or to what a server offers…").fill("greet");
  await page.keyboard.press("Enter");
  await page.getByText("Hello, Ada. The demo server is at your desk.").waitFor();
  expect(await page.getByRole("textbox", { name: "name" }).inputValue()).toBe("Ada");
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
