/** A server at an address: added by form, with a header from the keychain, and looked into. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { goTo, openBrowser, openPage, startBridge, type Bridge } from "./support";

const KEY = "typed-canary-key-of-some-length";

let bridge: Bridge;
let browser: Browser;
let page: Page;
let wrong: string[];
let site: Server;
let address: string;

beforeAll(async () => {
  site = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  const place = site.address();
  if (!place || typeof place === "string") throw new Error("the site has no port");
  address = `http://127.0.0.1:${place.port}/mcp`;
  [bridge, browser] = await Promise.all([startBridge(), openBrowser()]);
  ({ page, wrong } = await openPage(browser, bridge.address));
});

afterAll(async () => {
  await browser?.close();
  await bridge?.stop();
  site?.closeAllConnections();
  site?.close();
});

/** A server of the older protocol that lets in who has the key. */
async function answer(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  if (request.headers.authorization !== KEY) return response.writeHead(401).end("no key");
  if (request.method !== "POST") return response.writeHead(405).end();
  const message: { id?: number; method?: string } = JSON.parse(Buffer.concat(chunks).toString());
  if (message.id === undefined) return response.writeHead(202).end();
  const results: Record<string, unknown> = {
    initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "site", version: "1" } },
    ping: {},
    "tools/list": { tools: [{ name: "look", inputSchema: { type: "object" } }] },
  };
  const result = results[message.method ?? ""];
  const body = result ? { result } : { error: { code: -32601, message: "unknown" } };
  response.writeHead(200, { "content-type": "application/json" });
  return response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body }));
}

const field = (name: string) => page.getByRole("textbox", { name: new RegExp(`^${name}`) });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

async function openBlank(title: string) {
  await goTo(page, "servers");
  await page.getByTestId("servers").waitFor();
  await goTo(page, "add");
  await field("Title").fill(title);
  await page.getByText("Address (HTTP)", { exact: true }).click();
  await field("Address").fill(address);
}

test("a server that wants a key says so", async () => {
  await openBlank("Locked");
  await bridge.willSay({ consent: "start" });
  await press("Add…");
  const row = page.locator("[data-server=locked]");
  await row.getByText("Failed").waitFor();
  await row.getByText(/needs a key or a login/).waitFor();
  await row.getByRole("link", { name: "Diagnose Locked" }).click();
  await page.getByTestId("diagnosis").getByText(/lets nobody in without a key/).waitFor();
});

/** HOST-14 */
test("an address with a header from the keychain is shown whole, and runs", async () => {
  await openBlank("Site");
  await press("Add a header");
  await field("Name").fill("Authorization");
  await bridge.willSay({ secret: KEY });
  await press("Set the secret Authorization");
  await page.getByText("In the keychain", { exact: true }).waitFor();
  await bridge.willSay({ consent: "start" });
  await press("Add…");
  const row = page.locator("[data-server=site]");
  await row.getByText("Ready").waitFor();
  await page.getByTestId("pane").getByText(address).waitFor();
  const asked = await bridge.asked();
  expect(asked).toContainEqual(expect.objectContaining({ kind: "consent", line: address, names: ["Authorization"] }));
  expect(await page.content()).not.toContain("canary");
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
