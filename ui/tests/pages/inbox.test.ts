/** A server asks while a tool runs: the page says so, lists the question, and never shows a field of it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { addScript, goTo, openBrowser, openPage, startBridge, type Bridge } from "./support";

const SECRET = "correct-horse-battery";

let bridge: Bridge;
let browser: Browser;
let page: Page;
let wrong: string[];

beforeAll(async () => {
  [bridge, browser] = await Promise.all([startBridge(), openBrowser()]);
  ({ page, wrong } = await openPage(browser, bridge.address));
  for (const title of ["Asker", "Other"]) await addScript(page, bridge, title, "elicitation_demo_mcp.py");
  for (const name of ["asker", "other"]) await page.locator(`[data-server=${name}]`).getByText("5 tools").waitFor();
});

afterAll(async () => {
  await browser?.close();
  await bridge?.stop();
});

const badge = () => page.getByTestId("badge");
const question = (at: number) => page.locator("[data-question]").nth(at);
const run = async (tool: string, argument: string, value: string) => {
  await goTo(page, `tools/${tool}`);
  await page.getByRole("textbox", { name: argument }).fill(value);
  await page.keyboard.press("Control+Enter");
  await page.getByText(/is asking you for something/).waitFor();
};

/** HOST-42 */
test("a tool that waits for the person says so, and brings its question to them", async () => {
  await run("asker/ask_secret", "label", "the vault");
  expect(await page.getByText("Server “Asker” is asking you for something").count()).toBe(1);
  await page.getByRole("button", { name: "Show dialog" }).click();
  await expect.poll(bridge.raised).toBe(1);
  expect(await badge().textContent()).toBe("1");
  expect(await page.getByRole("link", { name: "Inbox 1 question waits" }).count()).toBe(1);
});

/** HOST-47, HOST-51 */
test("the inbox lists what waits in order, counts it down, and has no field", async () => {
  await run("other/confirm", "action", "go");
  await page.keyboard.press("Control+3");
  await question(1).waitFor();
  expect(await badge().textContent()).toBe("2");
  expect(await question(0).getByRole("heading").textContent()).toBe("Server “Asker” asks, for ask_secret");
  expect(await question(0).getByText("Sensitive").count()).toBe(1);
  expect(await question(0).getByText(/^4:\d\d left$/).count()).toBe(1);
  expect(await question(1).getByRole("heading").textContent()).toBe("Server “Other” asks, for confirm");
  expect(await question(1).getByText("May the demo do this: go?").count()).toBe(1);
  expect(await page.locator("main").locator("input, textarea, [contenteditable]").count()).toBe(0);
});

test("the countdown moves nothing", async () => {
  const places = () => page.evaluate(() =>
    [...document.querySelectorAll("[data-question] h3, [data-question] button")].map((it) => JSON.stringify(it.getBoundingClientRect())));
  const before = await places();
  const left = page.getByText(/^\d:\d\d left$/).first();
  const said = await left.textContent();
  await expect.poll(() => left.textContent(), { timeout: 5000 }).not.toBe(said);
  expect(await places()).toEqual(before);
});

test("giving one up by keyboard keeps the focus in the list, and says how it ended", async () => {
  const giveUp = question(1).getByRole("button", { name: /^Give up/ });
  await giveUp.focus();
  await page.keyboard.press("Enter");
  await page.locator("[data-question][data-over]").getByText("Cancelled").waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Show dialog: Server “Asker” asks, for ask_secret");
  await goTo(page, "tools/other/confirm");
  await page.getByText("Closed without an answer: go.").waitFor();
});

/** HOST-48 */
test("an answer reaches its call, the inbox says so, and the value is nowhere in the page", async () => {
  await bridge.willSay({ form: { send: { values: { secret: SECRET } } } });
  await goTo(page, "tools/asker/ask_secret");
  await page.getByText(`Got a secret of ${SECRET.length} characters.`).waitFor();
  await goTo(page, "inbox");
  await question(0).getByText("Answered").waitFor();
  expect(await badge().count()).toBe(0);
  expect(await page.content()).not.toContain(SECRET);
});

/** HOST-50 */
test("a stopped call and a server that ends are told apart", async () => {
  await run("asker/confirm", "action", "go");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled").waitFor();
  await goTo(page, "inbox");
  await question(0).getByText("Call stopped").waitFor();
  await run("other/confirm", "action", "go on");
  await goTo(page, "servers");
  await page.getByRole("switch", { name: "Other on" }).focus();
  await page.keyboard.press("Space");
  await page.locator("[data-server=other]").getByText("Off").waitFor();
  await goTo(page, "inbox");
  await question(0).getByText("Server ended").waitFor();
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
