/** Adding and changing servers: by form, by JSON, by what is pasted. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { goTo, openBrowser, openPage, startBridge, type Bridge } from "./support";

/** A token by its shape, so that it is known for a secret wherever it stands. */
const CANARY = "ghp_0123456789abcdefghijABCDEFGHIJcanary";
const SLEEP = "import time; time.sleep(86399)";

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

const field = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const json = () => page.getByRole("textbox", { name: "The server as JSON" });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

/** The Add page with nothing in it. */
async function openBlank() {
  await goTo(page, "servers");
  await page.getByTestId("servers").waitFor();
  await goTo(page, "add");
  await json().waitFor();
}

async function fill(title: string, command: string, args: string[] = []) {
  await field("Title").fill(title);
  await field("Command").fill(command);
  await field("Arguments").fill(args.join("\n"));
}

/** Pastes as the keyboard does: the page gets an event with the text, and nothing else. */
async function paste(text: string) {
  await json().evaluate((editor, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** All that the page holds: its elements with their values, and its storage. */
const whatThePageHolds = () =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll("input, textarea")];
    const values = fields.map((it) => ("value" in it ? String(it.value) : ""));
    return [document.documentElement.outerHTML, ...values, JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href].join("\n");
  });

test("form and JSON are mirrors, and broken JSON names its place", async () => {
  await openBlank();
  await fill("Mirror", "npx", ["-y", "thing"]);
  await json().getByText('"@').waitFor({ state: "detached" });
  await expect.poll(() => json().innerText()).toContain('"thing"');
  await json().fill('{ "name": "Mirror", "command": "uvx",\n  "args" ["x"] }');
  await page.getByText("The JSON is broken at line 2, column 10: a colon is missing.").waitFor();
  expect(await field("Command").inputValue()).toBe("npx");
  await json().fill('{ // a comment\n "name": "Mirror", "command": "uvx", "args": ["x",], }');
  await expect.poll(() => field("Command").inputValue()).toBe("uvx");
});

test("a person who says no is back at the form, and nothing is lost", async () => {
  await openBlank();
  await fill("Sleeper", "python3", ["-c", SLEEP]);
  await bridge.willSay({ consent: "cancel" });
  await press("Add…");
  await page.getByText("You will see the whole command before anything starts.").waitFor();
  expect(await field("Title").inputValue()).toBe("Sleeper");
  expect(await page.getByRole("alert").count()).toBe(0);
});

test("a program that does not exist needs the person, and says where it was looked for", async () => {
  await openBlank();
  await fill("Missing", "no-such-program-anywhere");
  await bridge.willSay({ consent: "start" });
  await press("Add…");
  const row = page.locator("[data-server=missing]");
  await row.getByText("Failed").waitFor();
  await row.getByText("no-such-program-anywhere").waitFor();
  await row.getByRole("link", { name: "Diagnose Missing" }).click();
  await page.getByTestId("diagnosis").getByText(/looked in/).first().waitFor();
  await page.getByTestId("diagnosis").getByRole("button", { name: "Edit the registration" }).click();
  await page.getByTestId("edit").waitFor();
});

test("a server that ends at once shows its last words", async () => {
  await openBlank();
  await fill("Ends", "python3", ["-c", "import sys; print('no module named x', file=sys.stderr); sys.exit(3)"]);
  await bridge.willSay({ consent: "start" });
  await press("Add…");
  const row = page.locator("[data-server=ends]");
  await row.getByText("Failed").waitFor();
  await row.getByText("no module named x").waitFor();
  await row.getByText(/exit status 3/).waitFor();
});

test("a name that is taken offers to change that server", async () => {
  await openBlank();
  await fill("ENDS", "python3", ["--version"]);
  await page.getByText("There is a server named ends already.").waitFor();
  await bridge.willSay({ consent: "add" });
  await press("Change ends");
  await page.getByTestId("pane").getByText("python3 --version").waitFor();
});

/** Security 16, 28 */
test("what is pasted by keyboard is replaced by a draft without its secrets", async () => {
  await openBlank();
  await paste(JSON.stringify({ mcpServers: { gh: { command: "npx", args: ["-y", "gh"], env: { GITHUB_TOKEN: CANARY, MODE: "fast" } } } }));
  await page.getByText("In the keychain", { exact: true }).waitFor();
  await expect.poll(() => json().innerText()).toContain("${secret:");
  expect(await whatThePageHolds()).not.toContain("canary");
  expect(filesWith("canary", bridge.dataDir)).toEqual([]);
});

/** Security 16, 28 */
test("the Paste button reads the clipboard outside of the page, and several servers are added one by one", async () => {
  const server = (token: string) => ({ command: "python3", args: ["-c", SLEEP], env: { API_KEY: token } });
  await bridge.willSay({ clipboard: JSON.stringify({ mcpServers: { One: server(CANARY), Two: server(CANARY) } }) });
  await goTo(page, "servers");
  await press("Paste");
  await page.getByText("2 servers found").waitFor();
  await bridge.willSay({ consent: "add" }, { consent: "add" });
  await press("Add…");
  await page.getByText("Added", { exact: true }).waitFor();
  await expect.poll(() => field("Title").inputValue()).toBe("Two");
  await press("Add…");
  await page.getByTestId("pane").getByText("in the keychain").waitFor();
  expect(await whatThePageHolds()).not.toContain("canary");
  expect(await page.locator("[data-server=one], [data-server=two]").count()).toBe(2);
});

test("a text without a server is told, and what was written stays", async () => {
  await openBlank();
  await fill("Kept", "npx");
  await paste('{ "mcpServers": { "x": { "command": } } }');
  await page.getByRole("alert").getByText(/line 1, column \d+/i).waitFor();
  expect(await field("Title").inputValue()).toBe("Kept");
});

/** Security 16 */
test("a fragment that fits nowhere is not taken, so that no token stays in the page", async () => {
  await openBlank();
  await fill("Kept", "npx");
  await paste(CANARY);
  await page.getByRole("alert").getByText(/does not fit into the JSON here/).waitFor();
  expect(await whatThePageHolds()).not.toContain("canary");
});

test("a secret is typed outside of the page, which gets a reference", async () => {
  await openBlank();
  await fill("Witness", "python3", ["-c", SLEEP]);
  await press("Add a variable");
  await field("Name").fill("API_KEY");
  await bridge.willSay({ secret: "a-typed-canary-of-some-length" });
  await press("Set the secret API_KEY");
  await page.getByText("In the keychain", { exact: true }).waitFor();
  expect(await whatThePageHolds()).not.toContain("canary");
  expect(await bridge.asked()).toContainEqual(expect.objectContaining({ kind: "secret", title: "Witness", field: "API_KEY" }));
});

test("an edit is kept, and the name stays", async () => {
  await goTo(page, "servers/one/edit");
  await field("Title").fill("Number one");
  await press("Save");
  await page.locator("[data-server=one]").getByText("Number one").waitFor();
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});

/** The files below a folder that hold a text. */
function filesWith(text: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((it) => join(folder, it))
    .filter((it) => statSync(it).isFile() && readFileSync(it).includes(text));
}
