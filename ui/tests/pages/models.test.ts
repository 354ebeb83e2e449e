/** The Models page: from the first provider to a tested model with a price, and a provider that comes back. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { goTo, openBrowser, openPage, startFake } from "./support";

type Fake = Awaited<ReturnType<typeof startFake>>;

let full: Fake;
let empty: Fake;
let browser: Browser;

beforeAll(async () => {
  [full, empty, browser] = await Promise.all([startFake("full"), startFake("empty"), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([full?.stop(), empty?.stop()]);
});

const provider = (page: Page, id: number) => page.locator(`[data-provider="${id}"]`);

test("a beginner takes what was found on this computer, and is led to its models", async () => {
  const { page, wrong, close } = await openPage(browser, empty.address);
  await page.keyboard.press("Control+5");
  await page.getByRole("heading", { name: "Which model should answer in the chat?" }).waitFor();
  await page.getByRole("button", { name: "Use it: Ollama" }).click();
  await page.getByTestId("pane").getByRole("heading", { name: "Ollama" }).waitFor();
  await page.getByRole("heading", { name: "2 models" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Use it: Ollama" }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("by the keyboard alone a provider is added, opened and left again", async () => {
  const { page, wrong, close } = await openPage(browser, full.address);
  await goTo(page, "models");
  await provider(page, 1).waitFor();
  await page.getByRole("button", { name: "Add provider" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("OpenAI");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("pane").getByRole("heading", { name: "OpenAI" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("OpenAI");
  await page.keyboard.press("Escape");
  await page.getByTestId("pane").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Open OpenAI");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[data-provider]")?.getAttribute("data-provider"))).toBe("5");
  expect(wrong).toEqual([]);
  await close();
});

test("a model is tested step by step, and keeps what is said of it", async () => {
  const { page, wrong, close } = await openPage(browser, full.address);
  await goTo(page, "models/2");
  await page.getByRole("button", { name: "Test smollm2:135m" }).click();
  await page.locator("[data-step=tools]").getByText(/did not call it/).waitFor();
  await expect.poll(() => page.locator("[data-step]").count()).toBe(5);
  await page.getByRole("button", { name: "Details of qwen3:8b" }).click();
  await page.getByLabel("It reads").fill("0.5");
  await page.getByLabel("It writes").fill("2");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("$0.5 in, $2 out").waitFor();
  await page.getByRole("button", { name: "Favourite llama3.2:3b" }).click();
  await expect.poll(() => page.locator("[data-model]").first().getAttribute("data-model")).toBe("llama3.2:3b");
  await page.reload();
  await page.getByText("$0.5 in, $2 out").waitFor();
  await expect.poll(() => page.locator("[data-model]").first().getAttribute("data-model")).toBe("llama3.2:3b");
  expect(wrong).toEqual([]);
  await close();
});

test("a provider that was removed can be had back for ten seconds", async () => {
  const { page, wrong, close } = await openPage(browser, full.address);
  await goTo(page, "models/1");
  await page.getByTestId("pane").getByRole("button", { name: "Remove" }).click();
  await provider(page, 1).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await provider(page, 1).getByText("Key kept").waitFor();
  await goTo(page, "models/1");
  await page.getByTestId("pane").getByRole("button", { name: "Remove" }).click();
  await provider(page, 1).waitFor({ state: "detached" });
  await page.reload();
  await goTo(page, "models");
  await provider(page, 2).waitFor();
  await expect.poll(() => provider(page, 1).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});
