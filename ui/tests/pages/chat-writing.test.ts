/** Writing in the chat: what goes along, which model, which tools; and the list of conversations. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { goTo, openBrowser, openPage, startFake } from "./support";

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

const composer = () => page.getByRole("textbox", { name: "Message" });
const chips = () => page.getByRole("list", { name: "Goes along" }).getByRole("listitem");
const list = () => page.getByRole("navigation", { name: "Conversations" });
const open = async (id: string) => {
  await goTo(page, `chat/${id}`);
  await page.getByTestId("transcript").waitFor();
};

test("the field grows to eight lines, and what is half written is there again", async () => {
  await open("markdown");
  const high = () => composer().evaluate((it) => it.getBoundingClientRect().height);
  const one = await high();
  await composer().fill("a\nb\nc");
  await expect.poll(high).toBeGreaterThan(one + 30);
  await composer().fill(Array.from({ length: 8 }, (_, n) => n).join("\n"));
  await expect.poll(high).toBeGreaterThan(one + 120);
  const eight = await high();
  await composer().fill(Array.from({ length: 30 }, (_, n) => n).join("\n"));
  await page.waitForTimeout(100);
  await expect.poll(() => high()).toBe(eight);
  await open("odd");
  await expect.poll(() => composer().inputValue()).toBe("");
  await open("markdown");
  await expect.poll(() => composer().inputValue()).toContain("29");
  await composer().fill("");
});

test("a resource is named with @ by keyboard alone, and goes along as a chip", async () => {
  await composer().focus();
  await page.keyboard.type("see @today");
  await page.getByTestId("mentions").getByRole("option").first().waitFor();
  expect(await composer().getAttribute("aria-activedescendant")).toBe(await page.getByRole("option", { selected: true }).getAttribute("id"));
  await page.keyboard.press("Enter");
  await chips().filter({ hasText: "file:///notes/today.md" }).waitFor();
  await expect.poll(() => composer().inputValue()).toBe("see ");
});

test("a prompt is named with /, asks for its arguments, and Esc leaves the list", async () => {
  await composer().fill("");
  await page.keyboard.type("/rev");
  await page.getByTestId("mentions").getByRole("option", { name: /Review a change/ }).first().waitFor();
  await page.keyboard.press("Escape");
  expect([await page.getByTestId("mentions").count(), await composer().inputValue()]).toEqual([0, "/rev"]);
  await page.keyboard.type("i");
  await page.getByRole("option", { name: /Review a change/ }).first().click();
  const form = page.getByRole("dialog", { name: "Review a change" });
  await form.getByRole("button", { name: "Add the prompt" }).click();
  await form.getByText("This is needed.").waitFor();
  await form.getByRole("combobox", { name: /code/ }).fill("fn main() {}");
  await page.keyboard.press("Enter");
  await chips().filter({ hasText: "review" }).waitFor();
});

test("files come by the button, by paste and by drop; what cannot be read says why, and each can be taken away", async () => {
  await page.getByTestId("attach").setInputFiles([{ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") }, { name: "bad.bin", mimeType: "application/octet-stream", buffer: Buffer.from("\0") }]);
  await chips().filter({ hasText: "notes.txt" }).waitFor();
  await chips().filter({ hasText: "is no text and no picture" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Send", exact: true }).getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("button", { name: "Take bad.bin away" }).click();
  await composer().evaluate((field) => {
    const data = new DataTransfer();
    data.items.add(new File(["pasted"], "pasted.txt", { type: "text/plain" }));
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    const dropped = new DataTransfer();
    dropped.items.add(new File(["dropped"], "dropped.txt", { type: "text/plain" }));
    field.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
  });
  await chips().filter({ hasText: "pasted.txt" }).waitFor();
  await chips().filter({ hasText: "dropped.txt" }).waitFor();
  await page.getByRole("button", { name: "Take pasted.txt away" }).click();
  await composer().fill("with all of it");
  await page.keyboard.press("Enter");
  await page.getByTestId("transcript").getByText("dropped.txt").waitFor();
  await expect.poll(() => chips().count()).toBe(0);
  await page.getByRole("button", { name: "Send", exact: true }).waitFor();
});

test("a model is chosen among the favourites or by a search", async () => {
  await page.getByRole("button", { name: "Model: claude-sonnet-4-5" }).click();
  await page.getByRole("option", { name: /Claude Sonnet/ }).waitFor();
  await expect.poll(() => page.getByRole("option").first().textContent()).toContain("Claude Sonnet 4.5");
  await page.getByPlaceholder("Search models").fill("qwen");
  await expect.poll(() => page.getByRole("option").count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Model: qwen3:8b" }).waitFor();
});

test("servers and single tools are switched in one conversation, and what they cost is told", async () => {
  await page.getByRole("button", { name: "Tools", exact: true }).click();
  const popover = page.getByRole("dialog", { name: "Tools" });
  const facts = popover.getByText(/at most · about .* tokens/);
  const before = await facts.textContent();
  await popover.getByText("Slack began switched off").waitFor();
  await popover.getByRole("switch", { name: "Everything", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect.poll(() => facts.textContent()).not.toBe(before);
  await popover.getByRole("button", { name: "Tools of Filesystem" }).click();
  await expect.poll(() => popover.getByRole("switch", { name: "filesystem_tool_2" }).isDisabled()).toBe(true);
  await popover.getByText("its schema refers to another file", { exact: false }).waitFor();
  await page.keyboard.press("Escape");
  await popover.waitFor({ state: "detached" });
});

test("conversations are searched with their hits marked, renamed in place, removed and brought back", async () => {
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("manifest");
  await list().locator("mark").getByText("manifest", { exact: true }).first().waitFor();
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("nothing at all");
  await list().getByText("Nothing was said with “nothing at all”.").waitFor();
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("");
  const odd = list().locator("[data-conversation=odd] a");
  await odd.waitFor();
  await odd.focus();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "Title" }).fill("Another name");
  await page.keyboard.press("Enter");
  await list().getByRole("link", { name: /Another name/ }).waitFor();
  await open("odd");
  await page.getByRole("heading", { name: "Another name" }).waitFor();
  await odd.focus();
  await page.keyboard.press("Delete");
  await page.getByText("“Another name” was removed").waitFor();
  await page.getByRole("heading", { name: "What shall your servers do?" }).waitFor();
  // What is told lies over nothing that one writes in.
  const [said, writing] = [page.locator(".mantine-Notification-root").last(), page.getByRole("group", { name: "Write a message" })];
  await expect.poll(async () => {
    const [told, field] = [await said.boundingBox(), await writing.boundingBox()];
    return told && field && (told.y + told.height <= field.y || told.y >= field.y + field.height);
  }).toBe(true);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "Another name" }).waitFor();
});

test("a conversation is saved as a file", async () => {
  await page.getByRole("button", { name: "More for “Another name”" }).last().click();
  await page.getByRole("menuitem", { name: "Export as Markdown" }).click();
  await page.getByText("another-name.md").waitFor();
});

test("without a model one is led to the models", async () => {
  const empty = await startFake("empty");
  const { page: bare, close } = await openPage(browser, empty.address);
  await goTo(bare, "chat");
  await bare.getByRole("heading", { name: "No model yet" }).waitFor();
  await expect.poll(() => bare.getByRole("link", { name: "Choose a model" }).getAttribute("href")).toBe("#/models");
  await close();
  await empty.stop();
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
