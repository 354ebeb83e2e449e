/** What a chat keeps while it is out of sight, and what it has before its first message. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { faultsFor, goTo, openBrowser, openPage, startFake } from "./support";

let fake: Awaited<ReturnType<typeof startFake>>;
let browser: Browser;
let page: Page;
let wrong: string[];

beforeAll(async () => {
  [fake, browser] = await Promise.all([startFake("full"), openBrowser()]);
  ({ page, wrong } = await openPage(browser, fake.address, { width: 1280, height: 800 }));
});

afterAll(async () => {
  await browser?.close();
  await fake?.stop();
});

beforeEach(async () => {
  await goTo(page, "servers");
  await page.locator("[data-server=github]").waitFor();
});

const composer = () => page.getByRole("textbox", { name: "Message" });

/** HOST-25 */
test("tools are switched before the first message, and go along with it", async () => {
  await goTo(page, "chat");
  await composer().waitFor();
  await page.getByRole("button", { name: "Tools", exact: true }).click();
  const list = page.locator("[role=dialog]");
  const first = list.getByRole("switch").first();
  await first.waitFor();
  const name = (await first.getAttribute("aria-label")) ?? "";
  // The kit's switch is a hidden input under its track.
  await first.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => list.getByRole("switch", { name, exact: true }).isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  await composer().fill("Hello");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Hello" }).waitFor();
  await page.getByRole("button", { name: "Tools", exact: true }).click();
  await expect.poll(() => list.getByRole("switch", { name, exact: true }).isChecked()).toBe(false);
  await page.keyboard.press("Escape");
  expect(wrong).toEqual([]);
});

test("the fields of a prompt suggest what its server knows", async () => {
  await goTo(page, "chat");
  await composer().fill("/");
  const options = page.getByRole("option");
  await options.first().waitFor();
  const withFields = options.filter({ hasText: /review/i }).first();
  await withFields.click();
  const field = page.getByRole("dialog").getByLabel("Language");
  await field.focus();
  await page.keyboard.type("py");
  await page.getByRole("option", { name: "python" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => field.inputValue()).toBe("python");
  expect(await faultsFor(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await composer().fill("");
  expect(wrong).toEqual([]);
});

test("the focus is where it was when a dialog is left", async () => {
  await goTo(page, "secrets");
  const remove = page.getByRole("button", { name: /^Remove/ }).first();
  await remove.focus();
  const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(name);
  // And where its row is gone, it is in the list.
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: /^(Remove|Forget)/ }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[data-testid=secrets]") !== null)).toBe(true);
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[data-testid=secrets]") !== null)).toBe(true);
  expect(wrong).toEqual([]);
});
