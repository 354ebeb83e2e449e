/** Every page in both looks and at every width: for axe, for the keyboard, for narrow windows. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { faultsFor, goTo, openBrowser, openPage, startFake } from "./support";

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

/** A page's address, and what is there once it is. */
const PAGES: [string, string][] = [
  ["servers", "[data-server=github]"],
  ["servers/everything", "[data-testid=pane] time"],
  ["servers/github/diagnosis", "[data-testid=diagnosis] .mono"],
  ["servers/github/log", "[role=log] time"],
  ["servers/postgres/edit", ".cm-content"],
  ["add", ".cm-content"],
  ["tools", "[data-at]"],
  ["tools/demo/rich", ".schemaForm input"],
  ["tools/demo/odd", ".cm-content"],
  ["offers/everything", "[data-at]"],
  ["offers/everything/prompt/review", "[data-testid=prompt] input"],
  [`offers/everything/resource/${encodeURIComponent("config://app")}`, "[role=tree]"],
  [`offers/everything/template/${encodeURIComponent("notes://{year}/{month}{?sort}")}`, "[data-testid=address]"],
  ["offers/time", "h2"],
  ["offers/postgres", "h2"],
  ["inbox", "[data-question]"],
  ["secrets", "[data-secret]"],
  ["models", "[data-found]"],
  ["models/1", "[data-model]"],
  ["models/4", "[data-testid=pane] form"],
  ["approvals", "[data-rule]"],
];

async function visit(page: Page, [route, there]: [string, string]) {
  await goTo(page, route);
  await page.locator(there).first().waitFor();
}

describe.each([["light", false], ["dark", true]] as const)("in %s", (_, dark) => {
  test("axe finds nothing on any page", async () => {
    const { page, wrong, close } = await openPage(browser, full.address, { dark });
    const faults: Record<string, string[]> = {};
    for (const one of PAGES) {
      await visit(page, one);
      const found = await faultsFor(page);
      if (found.length > 0) faults[one[0]] = found;
    }
    expect([faults, wrong]).toEqual([{}, []]);
    await close();
  }, 90_000);

  test("axe finds nothing in results, dialogs and the empty page", async () => {
    const { page, wrong, close } = await openPage(browser, full.address, { dark });
    const faults: Record<string, string[]> = {};
    const look = async (name: string) => {
      const found = await faultsFor(page);
      if (found.length > 0) faults[name] = found;
    };
    for (const tool of ["table", "picture", "parts", "fail"]) {
      await goTo(page, `tools/demo/${tool}`);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await page.getByTestId("result").waitFor();
      await look(tool);
    }
    await page.locator("body").press("Control+k");
    await page.getByRole("dialog").waitFor();
    await look("palette");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator("body").press("?");
    await page.getByRole("dialog").waitFor();
    await look("keyboard map");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await goTo(page, "secrets");
    await page.getByRole("button", { name: "Remove DATABASE_URL" }).click();
    await page.getByRole("dialog").waitFor();
    await look("removing a secret");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Add secret" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("no name");
    await page.keyboard.press("Enter");
    await look("adding a secret");
    await goTo(page, "models/2");
    await page.getByRole("button", { name: "Test smollm2:135m" }).click();
    await page.locator("[data-step]").first().waitFor();
    await page.getByRole("button", { name: "Details of qwen3:8b" }).click();
    await look("a tested model");
    await goTo(page, "models");
    await page.getByRole("button", { name: "Add provider" }).click();
    await page.getByRole("button", { name: "Other, OpenAI-compatible" }).click();
    await page.getByRole("textbox", { name: "Address" }).fill("ftp://nobody");
    await page.keyboard.press("Enter");
    await look("adding a provider");
    await goTo(page, "approvals");
    await page.getByRole("button", { name: /^Remove: Allow: get-sum/ }).click();
    await page.getByRole("button", { name: /^Move up: Deny: open/ }).click();
    await page.getByRole("checkbox", { name: /^Select Ask/ }).check();
    await look("a draft of rules");
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("dialog").getByLabel("Tools").fill("*");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Put it in the list" }).focus();
    await look("writing a rule");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.goto(empty.address);
    await page.getByText("No servers yet").waitFor();
    await look("empty");
    await goTo(page, "inbox");
    await page.getByRole("heading", { name: "Nothing waits for you" }).waitFor();
    await look("empty inbox");
    await goTo(page, "secrets");
    await page.getByText("No secrets yet").waitFor();
    await look("no secrets");
    await goTo(page, "models");
    await page.locator("[data-found]").first().waitFor();
    await look("no models");
    await goTo(page, "approvals");
    await page.getByText("No rules yet").waitFor();
    await look("no rules");
    expect([faults, wrong]).toEqual([{}, []]);
    await close();
  }, 90_000);
});

test.each([480, 640, 900])("at %i pixels nothing is cut off at the side", async (width) => {
  const { page, close } = await openPage(browser, full.address, { width, height: 700 });
  const wide: string[] = [];
  for (const one of PAGES) {
    await visit(page, one);
    const out = await page.evaluate(() => {
      const within = (it: Element) => it.closest("[role=log], .cm-editor, .mono") !== null;
      const over = [...document.querySelectorAll("button, a, input, h1, h2, p, label")].filter((it) => {
        const { left, right, width: wide } = it.getBoundingClientRect();
        return wide > 0 && (left < -1 || right > window.innerWidth + 1) && !within(it);
      });
      return over.map((it) => `${it.tagName} ${(it.textContent ?? "").slice(0, 40)}`);
    });
    wide.push(...out.map((it) => `${one[0]}: ${it}`));
  }
  expect(wide).toEqual([]);
  await close();
}, 60_000);

test("in a narrow window the pane is a sheet, and Esc closes it", async () => {
  const { page, close } = await openPage(browser, full.address, { width: 480, height: 800 });
  await page.locator("[data-server=time] [data-row]").click();
  const sheet = page.getByRole("dialog", { name: "Server Time" });
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  expect(await page.evaluate(() => location.hash)).toBe("#/servers");
  await close();
});

test("arrows go from row to row, Enter opens one, and Esc comes back to it", async () => {
  const { page, close } = await openPage(browser, full.address);
  const focused = () => page.evaluate(() => document.activeElement?.closest("[data-server]")?.getAttribute("data-server"));
  await page.locator("[data-server=github] [data-row]").focus();
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toBe("legacy-db");
  await page.keyboard.press("Enter");
  await page.getByTestId("pane").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Legacy DB");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toBe("legacy-db");
  await close();
});

test("2,000 tools are one list of which only what is seen is drawn", async () => {
  const many = await startFake("tools");
  const { page, close } = await openPage(browser, many.address);
  await goTo(page, "tools");
  await page.getByText("2,000 tools of 50 servers").waitFor();
  expect(await page.locator("[data-at]").count()).toBeLessThan(100);
  const began = Date.now();
  await page.getByRole("searchbox", { name: "Search tools" }).fill("server-49_tool_39");
  await page.getByRole("link", { name: /server-49_tool_39/ }).waitFor();
  console.log(`a search in 2,000 tools: ${Date.now() - began} ms`);
  await page.getByRole("searchbox", { name: "Search tools" }).fill("");
  // The list follows the search a moment later: a row of the one that goes would take the focus along.
  await page.getByRole("link", { name: /server-0_tool_0\b/ }).waitFor();
  await page.locator("[data-at='1']").focus();
  for (let n = 0; n < 45; n += 1) await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("#/tools/server-1/server-1_tool_5");
  await close();
  await many.stop();
});
