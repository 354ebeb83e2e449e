/** A folder and a link, each chosen beside the page: by keyboard, with the real app behind it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { faultsFor, goTo, openBrowser, openPage, startBridge, startFake, tryTheDemo, type Bridge } from "./support";

let bridge: Bridge;
let fake: Awaited<ReturnType<typeof startFake>>;
let browser: Browser;

beforeAll(async () => {
  [bridge, fake, browser] = await Promise.all([startBridge(), startFake("full"), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([bridge?.stop(), fake?.stop()]);
});

const chooses = (page: Page) => page.getByRole("button", { name: "Choose…" });
const shared = (page: Page) => page.getByRole("region", { name: "Shared folders" }).getByRole("listitem");

test("a folder that the person chooses is shared, and none when they do not", async () => {
  const { page, wrong, close } = await openPage(browser, bridge.address);
  await tryTheDemo(page, bridge);
  await goTo(page, "servers/demo");
  await bridge.willSay({ folder: null });
  await chooses(page).focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await bridge.asked()).length).toBe(2);
  await expect.poll(() => chooses(page).getAttribute("aria-busy")).toBeNull();
  expect([await shared(page).count(), await chooses(page).evaluate((it) => it === document.activeElement)]).toEqual([0, true]);
  await bridge.willSay({ folder: bridge.dataDir });
  await page.keyboard.press("Enter");
  await expect.poll(() => shared(page).allTextContents()).toEqual([bridge.dataDir]);
  expect((await bridge.asked()).slice(1)).toEqual([{ kind: "folder", title: "Demo" }, { kind: "folder", title: "Demo" }]);
  await goTo(page, "inbox");
  await page.getByText("You choose a folder to share with “Demo”").first().waitFor();
  await page.getByText("Chosen").waitFor();
  expect([await faultsFor(page), wrong]).toEqual([[], []]);
  await close();
});

test.each([["light", false], ["dark", true]] as const)("a link is opened from a result and from the pane by keyboard, in %s", async (_, dark) => {
  const { page, wrong, close } = await openPage(browser, fake.address, { dark });
  await goTo(page, "servers/everything");
  const website = page.getByTestId("given-link");
  await website.getByRole("button", { name: /^Open…/ }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => website.locator("[aria-busy=true]").count()).toBe(1);
  await expect.poll(() => website.locator("[aria-busy=true]").count()).toBe(0);
  await goTo(page, "tools/demo/parts");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const link = page.getByTestId("link-part");
  await expect.poll(() => link.getByRole("button").count()).toBe(2);
  expect(await link.locator("a").count()).toBe(0);
  await link.getByRole("button", { name: /^Open…/ }).press("Enter");
  await expect.poll(() => link.locator("[aria-busy=true]").count()).toBe(1);
  expect([await faultsFor(page), wrong]).toEqual([[], []]);
  await close();
});
