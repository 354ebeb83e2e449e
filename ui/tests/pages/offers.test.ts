/** What a real server offers beside its tools: npm's server-everything, from its pane to prompts, resources and templates. */
import { homedir } from "node:os";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { faultsFor, goTo, openBrowser, openPage, say, startBridge, type Bridge } from "./support";

const PEERS = process.env["STEWARD_PEERS"] ?? join(homedir(), ".cache/steward/peers");
const EVERYTHING = join(PEERS, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");

let bridge: Bridge;
let browser: Browser;
let page: Page;
let wrong: string[];

beforeAll(async () => {
  [bridge, browser] = await Promise.all([startBridge(), openBrowser()]);
  ({ page, wrong } = await openPage(browser, bridge.address));
  await bridge.willSay({ consent: "start" });
  const draft = { title: "Everything", transport: { type: "stdio", command: "node", args: [EVERYTHING], env: {}, cwd: null }, startLimit: null, callLimit: null };
  await say(page, "add_server", { draft });
  await page.locator("[data-server=everything]").getByText("Ready").waitFor();
});

afterAll(async () => {
  await browser?.close();
  await bridge?.stop();
});

const result = () => page.getByTestId("result");
const open = (kind: string, id: string) => goTo(page, `offers/everything/${kind}/${encodeURIComponent(id)}`);

test("the pane tells how it is reached, and leads to its prompts and resources", async () => {
  await goTo(page, "servers/everything");
  const pane = page.getByTestId("pane");
  await pane.getByText("4 prompts").waitFor();
  await pane.getByText("7 resources · 2 templates").waitFor();
  await pane.getByText("2025-11-25").first().waitFor();
  expect(await faultsFor(page)).toEqual([]);
  await pane.getByRole("region", { name: "4 prompts" }).getByRole("link", { name: "Open all" }).click();
  expect(await page.getByTestId("counts").textContent()).toBe("4 prompts · 7 resources");
});

test("a search leaves what fits, and the arrows go through it", async () => {
  await goTo(page, "offers/everything");
  await page.getByRole("searchbox", { name: "Search what it offers" }).fill("arg");
  await expect.poll(() => page.locator("[data-at]").count()).toBeLessThan(4);
  await page.locator("[data-at]").first().focus();
  await page.keyboard.press("Enter");
  await page.getByTestId("prompt").waitFor();
  await page.getByRole("searchbox", { name: "Search what it offers" }).fill("");
});

test("a prompt is filled in with the server's suggestions, by keyboard alone, and gives its messages", async () => {
  await open("prompt", "completable-prompt");
  await page.getByRole("combobox", { name: "department" }).focus();
  await page.keyboard.type("Sal");
  await page.getByRole("option", { name: "Sales" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.getByRole("option", { name: "Eve" }).waitFor();
  await page.keyboard.type("Ev");
  await expect.poll(() => page.getByRole("option").allTextContents()).toEqual(["Eve"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("message").getByText("Eve").waitFor();
  expect(await page.getByTestId("message").textContent()).toContain("Sales");
  expect(await page.getByTestId("message").getByText("User", { exact: true }).count()).toBe(1);
  expect(await faultsFor(page)).toEqual([]);
});

test("what a prompt cannot do without is asked for before anything is sent, and what was typed is there later", async () => {
  await open("prompt", "args-prompt");
  await page.getByRole("button", { name: "Get" }).click();
  await page.getByText("This is needed.").waitFor();
  await page.getByRole("combobox", { name: "city" }).fill("Oslo");
  await goTo(page, "offers/everything");
  await open("prompt", "args-prompt");
  await expect.poll(() => page.getByRole("combobox", { name: "city" }).inputValue()).toBe("Oslo");
  await page.getByRole("button", { name: "Get" }).click();
  await page.getByTestId("message").getByText("What's weather in Oslo?").waitFor();
  await result().getByText("As it came").click();
  await result().locator(".cm-content").getByText("Oslo").waitFor();
});

test("a prompt brings a resource along, with its address", async () => {
  await open("prompt", "resource-prompt");
  await page.getByRole("combobox", { name: "resourceType" }).fill("Text");
  await page.getByRole("combobox", { name: "resourceId" }).fill("3");
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("message").getByText("demo://resource/dynamic/text/3").first().waitFor();
});

test("a resource is read when it is opened", async () => {
  await goTo(page, "offers/everything");
  await page.getByRole("searchbox").fill("architecture");
  await page.locator("[data-at]").first().click();
  await result().waitFor();
  expect((await result().textContent())?.length).toBeGreaterThan(500);
  await page.getByRole("searchbox").fill("");
});

test("a template makes an address, and what is read there changes under a watching eye", async () => {
  await open("template", "demo://resource/dynamic/text/{resourceId}");
  await page.getByRole("combobox", { name: "resourceId" }).fill("7");
  await page.getByTestId("address").getByText("demo://resource/dynamic/text/7").waitFor();
  await page.getByRole("button", { name: "Read" }).click();
  await result().getByText("Resource 7").waitFor();
  await page.getByRole("switch", { name: "Watch" }).click();
  await page.getByText("Watched. It has not changed yet.").waitFor();
  const before = (await result().textContent()) ?? "";
  await say(page, "call_tool", { call: "toggle", server: "everything", tool: "toggle-subscriber-updates", arguments: {} });
  await page.getByTestId("watch").getByText("Watched. Changed").waitFor();
  // It tells of a change every few seconds; its text says the second in which it was read.
  await expect.poll(() => result().textContent(), { timeout: 20_000 }).not.toBe(before);
  await say(page, "call_tool", { call: "toggle-off", server: "everything", tool: "toggle-subscriber-updates", arguments: {} });
  expect(await faultsFor(page)).toEqual([]);
});

test("bytes are a file in words, and what the server refuses is told with its words", async () => {
  await open("template", "demo://resource/dynamic/blob/{resourceId}");
  await page.getByRole("combobox", { name: "resourceId" }).fill("2");
  await page.getByRole("button", { name: "Read" }).click();
  await result().waitFor();
  await page.getByRole("combobox", { name: "resourceId" }).fill("no");
  await page.getByRole("button", { name: "Read" }).click();
  await page.getByRole("alert").waitFor();
});

test("a level is kept, a folder is shared, and one that is none is refused at its field", async () => {
  await goTo(page, "servers/everything");
  const pane = page.getByTestId("pane");
  await pane.getByRole("combobox", { name: "Logs from" }).selectOption("warning");
  const field = pane.getByRole("textbox", { name: "A folder’s whole path" });
  await field.fill("/no/such/folder");
  await page.keyboard.press("Enter");
  await pane.getByText("There is no folder").waitFor();
  await field.fill(bridge.dataDir);
  await page.keyboard.press("Enter");
  await pane.getByText(bridge.dataDir, { exact: true }).waitFor();
  await expect.poll(() => pane.getByRole("combobox", { name: "Logs from" }).inputValue()).toBe("warning");
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
