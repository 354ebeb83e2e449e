/** The chat over a scripted model: what a person does in it, by mouse and by keyboard. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { goTo, openBrowser, openPage, startFake } from "./support";

let fake: Awaited<ReturnType<typeof startFake>>;
let browser: Browser;
let page: Page;
let wrong: string[];
/** What the page asked the net for, beyond the app itself. */
const fetched: string[] = [];

beforeAll(async () => {
  [fake, browser] = await Promise.all([startFake("full"), openBrowser()]);
  ({ page, wrong } = await openPage(browser, fake.address, { width: 1280, height: 800 }));
  page.on("request", (request) => { if (!request.url().startsWith(fake.address) && !/^(data|blob):/.test(request.url())) fetched.push(request.url()); });
});

afterAll(async () => {
  await browser?.close();
  await fake?.stop();
});

const composer = () => page.getByRole("textbox", { name: "Message" });
const transcript = () => page.getByTestId("transcript");
const replies = () => transcript().getByRole("article", { name: /^Reply of/ });
const card = (id: string) => page.locator(`[data-card="${id}"]`);
const open = async (id: string) => {
  await goTo(page, `chat/${id}`);
  await transcript().waitFor();
};
const say = async (text: string) => {
  await composer().fill(text);
  await page.keyboard.press("Enter");
};
const idle = () => page.getByRole("button", { name: "Send", exact: true }).waitFor();

beforeEach(async () => {
  await goTo(page, "servers");
  await page.locator("[data-server=github]").waitFor();
});

/** HOST-25 */
test("Ctrl N begins a conversation; what is written is answered bit by bit, and stands in the list", async () => {
  await page.keyboard.press("Control+n");
  await composer().waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Message");
  await page.keyboard.type("Hello there");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("and more");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Hello there" }).waitFor();
  await replies().first().getByText("what I know").waitFor();
  await idle();
  await replies().first().getByText("1,200 tokens in · 900 of them from the cache · 80 tokens out").waitFor();
  await expect.poll(() => transcript().getByRole("article", { name: "You" }).textContent()).toContain("and more");
  await expect.poll(() => composer().inputValue()).toBe("");
  await page.getByRole("link", { name: /Hello there/ }).waitFor();
  await page.getByRole("status").getByText("The reply is complete.").waitFor({ state: "attached" });
});

test("thoughts are folded, and unfold", async () => {
  await open("markdown");
  const head = transcript().getByRole("button", { name: "Thoughts" });
  await page.keyboard.press("Home");
  await expect.poll(() => transcript().getByText("Let me look at the manifest first.").count()).toBe(0);
  await head.click();
  await transcript().getByText("Let me look at the manifest first.").waitFor();
});

/** HOST-25, HOST-35 */
test("of two calls at once one runs and tells how far it is, the other waits for a yes; then the model goes on", async () => {
  await page.keyboard.press("Control+n");
  await say("make two calls");
  await transcript().getByText("2 calls at once").waitFor();
  await transcript().getByText("1 call waits for you").waitFor();
  await transcript().getByRole("progressbar").waitFor();
  await transcript().getByText(/^Step \d+ of 10$/).waitFor();
  await page.getByRole("navigation", { name: "Conversations" }).getByText("Busy").first().waitFor();
  await page.getByRole("group", { name: "Approval of write_file" }).getByRole("button", { name: "Allow once" }).click();
  await transcript().getByText("Took 2 s in 10 steps.").waitFor();
  await transcript().getByText("It is done.").waitFor();
  await transcript().getByText("Both are done.").waitFor();
  await idle();
});

/** HOST-63 */
test("a yes to a tool that changed while its card waited is refused in words, the card shows the difference, and one more yes runs it", async () => {
  await page.keyboard.press("Control+n");
  await say("call one that changes its tool");
  const approval = page.getByRole("group", { name: "Approval of write_file" });
  await approval.getByRole("button", { name: "Allow once" }).click();
  const told = page.getByRole("alert").filter({ hasText: "The tool changed while this waited." });
  await told.getByText("Look at it again.").waitFor();
  const once = approval.getByRole("button", { name: "Allow once" });
  await expect.poll(() => transcript().getByText("It is done.").count()).toBe(0);
  await transcript().getByText("The tool changed while this waited").waitFor();
  await transcript().getByRole("button", { name: "Compare" }).click();
  await transcript().getByText("As it was shown first").waitFor();
  await transcript().getByText(/sends a copy of it to the team/).first().waitFor();
  await expect.poll(() => once.getAttribute("aria-disabled")).toBeNull();
  await once.click();
  await transcript().getByText("It is done.").waitFor();
  await transcript().getByText("It is written.").waitFor();
  await idle();
  await told.getByRole("button", { name: "Close" }).click();
});

/** HOST-28 */
test("Stop is shown at once, and the reply can go on", async () => {
  await open("markdown");
  await say("write 15 kB for me");
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await replies().nth(1).getByText("What I found").first().waitFor();
  const began = Date.now();
  await page.getByRole("button", { name: "Stop" }).click();
  await idle();
  console.log(`a stop was shown after ${Date.now() - began} ms`);
  await transcript().getByText("Stopped").waitFor();
  await transcript().getByRole("button", { name: "Go on" }).waitFor();
});

test("one call is stopped on its card, and the others go on", async () => {
  await page.keyboard.press("Control+n");
  await say("two calls again");
  const slow = transcript().locator("[data-card]").filter({ hasText: "slow" });
  await slow.getByRole("button", { name: "Stop" }).click();
  await slow.getByText("Stopped", { exact: true }).waitFor();
  await transcript().getByText("1 call waits for you").first().waitFor();
  await page.getByRole("button", { name: "Deny" }).click();
  await transcript().getByText("Not allowed", { exact: true }).waitFor();
  await idle();
});

test("a message that is sent anew stands beside the old one, and one goes from one to the other", async () => {
  await page.keyboard.press("Control+n");
  await say("first version");
  await transcript().getByText("You said: first version").waitFor();
  await idle();
  await page.getByRole("button", { name: "Edit and send again" }).click();
  await expect.poll(() => composer().inputValue()).toBe("first version");
  await say("second version");
  await transcript().getByText("You said: second version").waitFor();
  await idle();
  const versions = page.getByRole("group", { name: "Versions" });
  await expect.poll(() => versions.textContent()).toContain("2/2");
  await versions.getByRole("button", { name: "Version before" }).click();
  await transcript().getByText("You said: first version").waitFor();
  await expect.poll(() => transcript().getByText("You said: second version").count()).toBe(0);
  await page.getByRole("button", { name: "Answer again" }).click();
  await replies().getByRole("group", { name: "Versions" }).waitFor();
  await idle();
  await page.getByRole("button", { name: "Branch from here" }).last().click();
  await page.getByRole("heading", { name: "first version (branch)" }).waitFor();
});

test("a failure is told in words with a way on, and a busy model is counted down", async () => {
  await page.keyboard.press("Control+n");
  await say("please fail");
  await transcript().getByText("The provider answers with status 401").waitFor();
  await transcript().getByRole("button", { name: "Try again" }).waitFor();
  await open("retry");
  await page.getByText(/trying again in \d+ s/).waitFor();
  await page.getByText("Try 3 comes next.").waitFor();
  await open("failures");
  await transcript().getByText("The model did not answer").waitFor();
});

/** Scrolls up until all of a card is seen, or its foot: what is out of sight is not drawn. */
const reach = async (id: string) => {
  const seen = () => card(id).evaluateAll((found) => found.some((it) => {
    const { top, bottom } = it.getBoundingClientRect();
    return bottom > 120 && bottom < 690 && top < 600;
  }));
  await transcript().hover({ position: { x: 20, y: 200 } });
  for (let n = 0; n < 80 && !(await seen()); n += 1) {
    await page.mouse.wheel(0, -120);
    await page.waitForTimeout(30);
  }
};

/** HOST-26, HOST-27, HOST-29 */
test("each way that a call can go has its word, its time and its end", async () => {
  await open("cards");
  const words = async (id: string) => {
    await reach(id);
    return (await card(id).textContent()) ?? "";
  };
  await expect.poll(() => words("c-broken")).toContain("The model gave no JSON object as arguments.");
  await expect.poll(() => words("c-unknown")).toContain("There is no tool");
  await expect.poll(() => words("c-interrupted")).toContain("Interrupted");
  await expect.poll(() => words("c-rejected")).toContain("Not allowed");
  await expect.poll(() => words("c-cancelled")).toContain("Stopped");
  await expect.poll(() => words("c-failed")).toContain("exit status 1");
  await expect.poll(() => words("c-error")).toContain("The tool says that it failed");
  await expect.poll(() => words("c-json")).toContain("Does not match its schema");
  await card("c-json").getByRole("tree").waitFor();
  await card("c-json").getByRole("button", { name: "Show 2 more" }).click();
  await card("c-json").getByText("to see which limits are set").waitFor();
  await words("c-picture");
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('[data-card="c-picture"] img')?.naturalWidth === 96);
  await words("c-table");
  await card("c-table").getByRole("columnheader", { name: "price_eur" }).waitFor();
  await words("c-done");
  await card("c-done").getByRole("button", { name: "What the model saw: get-sum" }).click();
  await page.getByRole("dialog").getByText("about 12 tokens").waitFor();
  await page.keyboard.press("Escape");
});

test("a call is run again with other arguments, and the page says that the model does not see it", async () => {
  await open("cards");
  await reach("c-table");
  await card("c-table").getByRole("button", { name: "Run again: table" }).click();
  await card("c-table").getByText("the model does not see this result").waitFor();
  await card("c-table").getByRole("textbox", { name: "rows" }).fill("2");
  await card("c-table").getByRole("button", { name: "Run", exact: true }).click();
  await page.getByTestId("again").getByRole("row").nth(2).waitFor();
  await expect.poll(() => page.getByTestId("again").getByRole("row").count()).toBe(3);
});

test("a picture that the model names again is shown, one of elsewhere is not", async () => {
  await open("cards");
  await replies().last().getByText("[a kept file from elsewhere]").waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll<HTMLImageElement>("[role=log] article:last-of-type img")].some((it) => it.naturalWidth === 96));
});

/** HOST-63 */
test("what changed since it was allowed is shown side by side, and all that waits is allowed at once", async () => {
  await open("waiting");
  await page.getByText("2 calls wait for you").first().waitFor();
  await page.getByText("`name`").or(page.getByText("holds U+202E")).first().waitFor();
  await card("w-changed").getByRole("button", { name: "Compare" }).click();
  await card("w-changed").getByTestId("diff").getByText("sends a copy of it to the team").waitFor();
  await expect.poll(() => card("w-changed").getByTestId("diff").getByRole("textbox").count()).toBe(2);
  await card("w-hidden").getByRole("button", { name: "More answers" }).click();
  await page.getByRole("menuitem", { name: "Never allow this tool…" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Allow all once" }).click();
  await card("w-changed").getByText("It is done.").waitFor();
  await card("w-hidden").getByText("It is done.").waitFor();
});

/** HOST-42 */
test("a question of a running call stands on its card, and is brought to the front from there", async () => {
  await open("running");
  await card("call-exec").getByText("Asks you for a secret, such as a password").waitFor();
  await card("call-exec").getByText("The password of ada for sudo on web-1.example.com").waitFor();
  await card("call-exec").getByRole("button", { name: "Show the question" }).click();
  await expect.poll(() => card("r-progress").getByText("Asks you").count()).toBe(0);
});

/** HOST-31 */
test("markup of a model fetches nothing, runs nothing, and a link is opened after a look at all of it", async () => {
  await open("odd");
  await transcript().getByText("<iframe src=").waitFor();
  await transcript().getByRole("link", { name: "Picture on the net, not loaded: beacon" }).waitFor();
  await transcript().getByText("user\\u{202e}txt.exe").waitFor();
  await transcript().getByText("inert", { exact: false }).first().click();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await transcript().getByRole("link", { name: "a page" }).click();
  await expect.poll(() => page.getByTestId("whole-address").textContent()).toBe("https://example.com/path?q=secret#part");
  await page.getByRole("dialog").getByRole("button", { name: "Open…" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect([await page.title(), fetched]).toEqual(["Steward", []]);
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
