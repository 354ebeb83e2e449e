/** What hides or reorders text is made visible in every view, whatever a server says and wherever it says it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { goTo, openBrowser, openPage, startFake } from "./support";

let fake: Awaited<ReturnType<typeof startFake>>;
let browser: Browser;
let page: Page;
let wrong: string[];

beforeAll(async () => {
  [fake, browser] = await Promise.all([startFake("hidden"), openBrowser()]);
  ({ page, wrong } = await openPage(browser, fake.address));
});

afterAll(async () => {
  await browser?.close();
  await fake?.stop();
});

/** As the fake writes it, and as it must be shown. */
const TEXT = "a\u202eb\u200bc\u{e0041}d\u3164\ufe00\u001b[31m";
const SHOWN = "a\\u{202e}b\\u{200b}c\\u{e0041}d\\u{3164}\\u{fe00}\\x1b[31m";

/** All that is shown or read out and still hides something, one line each; and how often it is written out. */
const look = () =>
  page.evaluate((shown) => {
    const HIDES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]|\p{L}[\ufe0e\ufe0f]/u;
    // CodeMirror puts a zero-width space of its own beside what it draws in place of a character.
    const own = (it: Node) => it.parentElement?.closest(".cm-content") !== null && it.textContent === "\u200b";
    const faults: string[] = [];
    let times = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let it: Node | null = walker.currentNode; it; it = walker.nextNode()) {
      if (it instanceof Text) {
        if (it.parentElement?.closest("script, style, textarea")) continue;
        if (HIDES.test(it.data) && !own(it)) faults.push(`${it.parentElement?.outerHTML.slice(0, 160)}`);
        continue;
      }
      if (!(it instanceof HTMLElement)) continue;
      for (const name of ["aria-label", "aria-description", "aria-valuetext", "title", "alt", "placeholder", "label"]) {
        if (HIDES.test(it.getAttribute(name) ?? "")) faults.push(`${name} of ${it.outerHTML.slice(0, 160)}`);
      }
    }
    for (let from = document.body.innerText.indexOf(shown); from !== -1; from = document.body.innerText.indexOf(shown, from + 1)) times += 1;
    return { faults, times };
  }, SHOWN);

/** Expects nothing hidden, and that it is written out at least so often. */
async function expectSeen(atLeast: number) {
  await expect.poll(async () => (await look()).times).toBeGreaterThanOrEqual(atLeast);
  expect((await look()).faults).toEqual([]);
}

test("in the list of servers", async () => {
  await page.locator("[data-server=slow]").waitFor();
  await expectSeen(7);
});

test("in the pane of a server, and in its diagnosis", async () => {
  await goTo(page, "servers/bad");
  await page.getByTestId("pane").locator("time").first().waitFor();
  await expectSeen(12);
  await goTo(page, "servers/broken/diagnosis");
  await page.getByTestId("diagnosis").getByText("tried").first().waitFor();
  await expectSeen(12);
});

test("in a log, also where it is searched", async () => {
  await goTo(page, "servers/bad/log");
  await page.getByRole("log").locator("time").first().waitFor();
  await page.getByRole("searchbox").fill("line");
  await page.getByRole("log").locator("mark").first().waitFor();
  await expectSeen(6);
});

test("in the form and the JSON of a server", async () => {
  await goTo(page, "servers/bad/edit");
  await page.locator(".cm-content").waitFor();
  await page.getByText("fields hold characters that cannot be seen").waitFor();
  await expectSeen(8);
});

test("in what was pasted", async () => {
  await goTo(page, "servers");
  await page.getByRole("button", { name: "Paste", exact: true }).click();
  await page.getByText("2 servers found").waitFor();
  await page.locator(".cm-content").waitFor();
  await expectSeen(14);
});

test("in the inbox", async () => {
  await goTo(page, "inbox");
  await page.locator("[data-question]").nth(1).waitFor();
  await expectSeen(6);
});

test("in the secrets, and in the question before one goes", async () => {
  await goTo(page, "secrets");
  await page.locator("[data-secret]").nth(3).waitFor();
  await expectSeen(7);
  await page.getByRole("button", { name: "Remove KEY" }).click();
  await page.getByRole("dialog").getByText("user").waitFor();
  await expectSeen(8);
  await page.keyboard.press("Escape");
});

test("in a provider, its models and their test", async () => {
  await goTo(page, "models/1");
  await page.getByRole("button", { name: /^Test name/ }).click();
  await page.locator("[data-step]").first().waitFor();
  await expectSeen(6);
});

test("in a rule, and where it is edited", async () => {
  await goTo(page, "approvals");
  await page.locator("[data-rule]").first().waitFor();
  await expectSeen(4);
  await page.getByRole("button", { name: /^Edit/ }).click();
  await page.getByRole("dialog").getByText("fields hold characters that cannot be seen").waitFor();
  await expectSeen(7);
  await page.keyboard.press("Escape");
});

test("in the palette, and in the corner", async () => {
  await goTo(page, "servers/far");
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByText("is removed").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByText("Broken").waitFor();
  await page.getByPlaceholder("Go to a page, or to what a server offers…").fill("form");
  await page.getByRole("dialog").getByText("A form").first().waitFor();
  await expectSeen(8);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

const open = async (tool: string) => {
  await goTo(page, `tools/bad/${encodeURIComponent(tool)}`);
  await page.getByTestId("tool").locator("header .mono").getByText(tool.split(" ")[0] ?? "").waitFor();
};
const run = async (tool: string) => {
  await open(tool);
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.getByTestId("result").waitFor();
};

test("in the form of a tool, its choices and what does not fit", async () => {
  await open("form a\u202eb\u200bc\u{e0041}d\u3164\ufe00\u001b[31m");
  await page.locator(".schemaForm input").first().waitFor();
  await page.getByText("fields hold characters that cannot be seen").waitFor();
  await expectSeen(20);
  await page.getByRole("combobox", { name: /^choice / }).click();
  await page.getByRole("option", { name: "one" }).waitFor();
  await expectSeen(21);
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: /^needed/ }).fill("no such");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("Does not fit the pattern ^\\u{202e}x.").waitFor();
  await expectSeen(21);
});

test("in arguments written as JSON, and in a schema", async () => {
  await open("odd");
  await page.getByText("Schema", { exact: true }).click();
  await page.getByTestId("tool").getByRole("tree").getByText("keyword").waitFor();
  const editor = page.getByRole("textbox", { name: "Arguments as JSON" });
  await editor.fill('{ "a": "a\u202eb\u200bc\u{e0041}d\u3164\ufe00\u001b[31m" }');
  await expect.poll(() => editor.innerText()).toContain(SHOWN);
  await expectSeen(6);
});

test.each([["parts", 12], ["tree", 4], ["table", 4], ["refused", 4]])("in a result: %s", async (tool, atLeast) => {
  await run(tool);
  await expectSeen(atLeast);
});

test("in long texts, long JSON, and the reply as it came", async () => {
  await run("long");
  await expect.poll(() => page.getByTestId("result").locator(".cm-content").count()).toBe(2);
  await expect.poll(() => page.getByTestId("result").locator(".cm-hiddenChar").count()).toBeGreaterThan(20);
  await expectSeen(10);
  await page.getByTestId("result").getByText("As it came").click();
  await expect.poll(() => page.getByRole("textbox", { name: "The reply as it came" }).innerText()).toContain("a\\u{202e}b\\u{200b}c");
  expect((await look()).faults).toEqual([]);
});

test("in how far a call is", async () => {
  await open("slow");
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.getByText("step a").waitFor();
  await expectSeen(4);
  await page.getByRole("button", { name: "Cancel" }).click();
});

test("in what a server offers beside its tools, and in its folders", async () => {
  await goTo(page, "offers/bad");
  await page.getByTestId("offers").getByText("family").first().waitFor();
  await expectSeen(8);
  await goTo(page, "servers/bad");
  await page.getByTestId("pane").getByText("/folder").nth(1).waitFor();
  await expectSeen(16);
});

test("in a prompt, what is suggested for it, and its messages", async () => {
  await goTo(page, "offers/bad/prompt/asks");
  await page.getByTestId("prompt").waitFor();
  await page.getByRole("combobox", { name: /^named/ }).fill("v");
  await page.getByRole("option", { name: /^value/ }).waitFor();
  await expectSeen(8);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("A field holds characters that cannot be seen").waitFor();
  await page.getByRole("button", { name: "Get" }).click();
  await page.getByTestId("message").nth(1).waitFor();
  await expectSeen(18);
  await goTo(page, `offers/bad/prompt/${encodeURIComponent(`refused ${TEXT}`)}`);
  await page.getByRole("button", { name: "Get" }).click();
  await page.getByRole("alert").getByText("Hint").waitFor();
  await expectSeen(8);
});

test("in a resource, in one that is refused, and in the address that a template makes", async () => {
  await goTo(page, `offers/bad/resource/${encodeURIComponent(`file:///a ${TEXT}`)}`);
  await page.getByTestId("result").getByRole("tree").waitFor();
  await expectSeen(14);
  await goTo(page, `offers/bad/resource/${encodeURIComponent("bad://refused")}`);
  await page.getByRole("alert").getByText("Hint").waitFor();
  await expectSeen(8);
  await goTo(page, `offers/bad/template/${encodeURIComponent(`bad://x ${TEXT}/{variable ${TEXT}}`)}`);
  await page.getByTestId("address").waitFor();
  await expectSeen(10);
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
