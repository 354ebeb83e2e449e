/** A first try without an account: what is downloaded is said before; it is followed, stopped, and taken away again. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { faultsFor, goTo, openBrowser, openPage, startFake } from "./support";

type Fake = Awaited<ReturnType<typeof startFake>>;

let empty: Fake;
let browser: Browser;

beforeAll(async () => {
  [empty, browser] = await Promise.all([startFake("empty"), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await empty?.stop();
});

const box = (page: Page) => page.getByTestId("trial");
const stands = (page: Page, state: string) => page.locator(`[data-testid=trial][data-state=${state}]`).waitFor();

test("from the empty chat a small model is fetched, and the chat begins with it", async () => {
  const { page, wrong, close } = await openPage(browser, empty.address);
  await goTo(page, "chat");
  await box(page).getByText("SmolLM2 135M Instruct, Apache-2.0").waitFor();
  await box(page).getByText("/home/ada/.local/share/steward/small-model").waitFor();
  expect(await faultsFor(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await box(page).getByRole("button", { name: "Download 126.7 MB and start" }).focus();
  await page.keyboard.press("Enter");
  await stands(page, "fetching");
  await box(page).getByRole("progressbar", { name: "Download of the small model" }).waitFor();
  await box(page).getByText(/MB of 126.7 MB/).waitFor();
  expect(await faultsFor(page)).toEqual([]);
  await page.getByRole("button", { name: "smollm2-135m-instruct" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Message");
  expect(wrong).toEqual([]);
  await goTo(page, "models");
  await stands(page, "here");
  await page.getByText("Run by Steward, on this computer").waitFor();
  expect(await faultsFor(page)).toEqual([]);
  await box(page).getByRole("button", { name: "Remove, 227.6 MB" }).click();
  await stands(page, "absent");
  await expect.poll(() => page.getByText("Run by Steward, on this computer").count()).toBe(0);
  await close();
});

test("a download is stopped where it stands, and can be begun again", async () => {
  const { page, close } = await openPage(browser, empty.address, { dark: true, width: 640 });
  await goTo(page, "models");
  await box(page).getByRole("button", { name: /^Download/ }).click();
  await box(page).getByRole("button", { name: "Stop" }).click();
  await stands(page, "absent");
  expect(await faultsFor(page)).toEqual([]);
  await box(page).getByRole("button", { name: /^Download/ }).click();
  // Once it is here, one talks to it.
  await page.getByRole("button", { name: "smollm2-135m-instruct" }).waitFor();
  await goTo(page, "models");
  await stands(page, "here");
  await box(page).getByRole("button", { name: /^Remove/ }).click();
  await stands(page, "absent");
  await close();
});
