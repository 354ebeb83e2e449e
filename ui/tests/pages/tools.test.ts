/** What the demo's tools answer, as the page shows it. */
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

const result = () => page.getByTestId("result");

async function open(tool: string) {
  await goTo(page, `tools/demo/${tool}`);
  await page.getByTestId("tool").locator("header .mono").getByText(tool, { exact: true }).waitFor();
}

const run = () => page.getByRole("button", { name: /^Run/ }).click();

test("a list of like objects is a table, and its JSON is one switch away", async () => {
  await open("table");
  await page.getByRole("textbox", { name: "rows" }).fill("3");
  await run();
  await result().getByRole("columnheader", { name: "price_eur" }).waitFor();
  expect(await result().getByRole("row").count()).toBe(4);
  await result().getByText("JSON", { exact: true }).click();
  await result().getByRole("tree").waitFor();
  await result().getByText("As it came").click();
  await result().locator(".cm-content").getByText("structuredContent").waitFor();
});

test("a JSON answer is a tree that folds", async () => {
  await open("word_count");
  await page.getByRole("textbox", { name: "text" }).fill("to be or not to be");
  await run();
  await result().getByRole("tree").getByText("most_frequent").waitFor();
});

test("a picture is drawn, under the policy", async () => {
  await open("picture");
  await run();
  await result().locator("img").waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>("[data-testid=result] img")?.naturalWidth === 480);
});

test("progress is a bar where the total is known, and Cancel ends the call", async () => {
  await open("slow");
  await page.getByRole("textbox", { name: "seconds" }).fill("300");
  await run();
  await page.getByText(/^Step \d of 5$/).waitFor();
  await page.getByRole("progressbar").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Cancel" }).click();
  await result().getByText("Cancelled").waitFor();
});

test("a tool that fails says so, in its own words", async () => {
  await open("fail");
  await run();
  await result().getByText("The tool says that it failed").waitFor();
  await result().getByText("This call failed because it was asked to.").waitFor();
});

test("arguments that do not fit are told at their field, and nothing is sent", async () => {
  await open("table");
  await page.getByRole("textbox", { name: "rows" }).fill("9999");
  await run();
  await page.getByText("At most 5000.").waitFor();
});

test("a number with more digits than can be sent is refused in the form and in the JSON", async () => {
  await open("table");
  await page.getByRole("textbox", { name: "rows" }).fill("9007199254740993");
  await run();
  await page.getByText("More digits than can be sent exactly.").waitFor();
  await page.getByRole("radiogroup", { name: "Arguments" }).getByText("JSON").click();
  await page.getByRole("textbox", { name: "Arguments as JSON" }).fill('{ "rows": 9007199254740993 }');
  await page.getByText("9007199254740993 would become 9007199254740992").waitFor();
  expect(await page.getByRole("button", { name: /^Run/ }).isDisabled()).toBe(true);
});

test("arguments written as JSON are checked by the app, which names the field", async () => {
  await open("greet");
  await page.getByRole("radiogroup", { name: "Arguments" }).getByText("JSON").click();
  const editor = page.getByRole("textbox", { name: "Arguments as JSON" });
  await editor.fill('{ "name": 7 }');
  await run();
  await result().getByText("Field: name").waitFor();
  await editor.fill('{ "name": ');
  await page.getByText(/The JSON is broken at line 1, column \d+/).waitFor();
  expect(await page.getByRole("button", { name: "Run again" }).isDisabled()).toBe(true);
});

test("what was filled in is there again when one comes back", async () => {
  await open("word_count");
  await page.getByRole("textbox", { name: "text" }).fill("half of it");
  await goTo(page, "servers");
  await page.getByTestId("servers").waitFor();
  await open("word_count");
  expect(await page.getByRole("textbox", { name: "text" }).inputValue()).toBe("half of it");
});

test("a switched-off server keeps its tools, which cannot be run", async () => {
  await goTo(page, "servers");
  await page.getByRole("switch", { name: /on$/ }).click({ force: true });
  await page.locator("[data-server=demo]").getByText("Off").waitFor();
  await open("greet");
  await page.getByText(/is not ready, so its tools cannot be run/).waitFor();
  expect(await page.getByRole("button", { name: /^Run/ }).isDisabled()).toBe(true);
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
