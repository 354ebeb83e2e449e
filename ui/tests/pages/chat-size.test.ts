/** The chat with very much in it: how it opens, scrolls and streams; and how it is reached by everybody. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { faultsFor, goTo, openBrowser, openPage, startFake } from "./support";

type Fake = Awaited<ReturnType<typeof startFake>>;

let full: Fake;
let many: Fake;
let browser: Browser;

beforeAll(async () => {
  [full, many, browser] = await Promise.all([startFake("full"), startFake("many"), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([full?.stop(), many?.stop()]);
});

const transcript = (page: Page) => page.getByTestId("transcript");

/** Counts work that holds a frame up from now on. */
const WATCH = `window.longest = 0; window.busy = 0;
new PerformanceObserver((list) => { for (const it of list.getEntries()) { window.longest = Math.max(window.longest, it.duration); window.busy += it.duration; } }).observe({ type: "longtask" });`;
const watched = (page: Page) => page.evaluate<{ longest: number; busy: number }>("({ longest: Math.round(window.longest), busy: Math.round(window.busy) })");

const TEN_TIMES = 10;

/** HOST-25 */
test("ten thousand messages open at the newest, are read page by page upwards, and nothing jumps", async () => {
  const { page, wrong, close } = await openPage(browser, many.address, { width: 1280, height: 800 });
  await goTo(page, "chat");
  await page.getByText("Ten thousand messages").waitFor();
  await page.evaluate(WATCH);
  const began = Date.now();
  await goTo(page, "chat/long");
  await transcript(page).getByText("Answer 10000:").waitFor();
  const opened = Date.now() - began;
  const opening = await watched(page);
  await page.evaluate("window.longest = 0; window.busy = 0");
  expect(await page.locator("[data-message]").count()).toBeLessThan(60);
  await transcript(page).hover({ position: { x: 20, y: 200 } });
  // Up through several pages; what is in the middle of the window stays there while earlier ones come in.
  for (let n = 0; n < 120; n += 1) {
    await page.mouse.wheel(0, -600);
    await page.waitForTimeout(16);
  }
  await expect.poll(async () => Number(/\d+/.exec((await page.locator("[data-message]").first().getAttribute("data-message")) ?? "")?.[0])).toBeLessThan(9700);
  await page.waitForTimeout(400);
  const places = () => page.evaluate(() => [...document.querySelectorAll("[data-message]")].map((it) => [it.getAttribute("data-message"), Math.round(it.getBoundingClientRect().top)]));
  const still = await places();
  await page.waitForTimeout(400);
  expect(await places()).toEqual(still);
  const { longest, busy } = await watched(page);
  console.log(`10,000 messages: open in ${opened} ms, the longest task ${opening.longest} ms; scrolled through hundreds, the longest task ${longest} ms, all long tasks ${busy} ms`);
  expect([opened < 300 * TEN_TIMES, longest < 100 * TEN_TIMES, wrong]).toEqual([true, true, []]);
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await transcript(page).getByText("Answer 10000:").waitFor();
  await close();
}, 60_000);

test("a streamed answer of 15 kB is drawn as it comes, and leaves the window quick", async () => {
  const { page, close } = await openPage(browser, full.address, { width: 1280, height: 800 });
  await goTo(page, "chat/markdown");
  await page.getByRole("textbox", { name: "Message" }).fill("15 kB please");
  await page.evaluate(WATCH);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const work = async () => (await session.send("Performance.getMetrics")).metrics.find((it) => it.name === "TaskDuration")?.value ?? 0;
  const before = await work();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop" }).waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).waitFor({ timeout: 55_000 });
  const { longest, busy } = await watched(page);
  const took = (await work()) - before;
  console.log(`15 kB streamed: ${took.toFixed(1)} s of work, the longest task was ${longest} ms, all long tasks ${busy} ms`);
  expect(took).toBeLessThan(4 * TEN_TIMES);
  // It kept to the end.
  const low = await transcript(page).evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight);
  expect(low).toBeLessThan(30);
  await close();
}, 90_000);

test("scrolling up lets go of the end while more is written, and one press brings it back", async () => {
  const { page, close } = await openPage(browser, full.address, { width: 1280, height: 800 });
  await goTo(page, "chat/odd");
  await page.getByRole("textbox", { name: "Message" }).fill("15 kB please");
  await page.keyboard.press("Enter");
  await page.getByTestId("code-block").first().waitFor();
  await page.waitForTimeout(500);
  await transcript(page).hover({ position: { x: 20, y: 200 } });
  await page.mouse.wheel(0, -150);
  await page.getByRole("button", { name: "Jump to newest" }).waitFor();
  const top = () => transcript(page).evaluate((it) => Math.round(it.scrollTop));
  const there = await top();
  await page.waitForTimeout(700);
  expect(Math.abs((await top()) - there)).toBeLessThan(3);
  await page.getByRole("button", { name: "Jump to newest" }).click();
  await page.waitForTimeout(300);
  expect(await top()).toBeGreaterThan(there);
  await page.getByRole("button", { name: "Stop" }).click();
  await close();
}, 60_000);

test("conversations beyond the first hundred are read when they are wanted", async () => {
  const { page, close } = await openPage(browser, many.address, { width: 1280, height: 800 });
  await goTo(page, "chat");
  await page.locator("[data-conversation=talk-0]").waitFor();
  await page.locator("nav[aria-label=Conversations] [role=list]").evaluate((it) => { it.scrollTop = it.scrollHeight; });
  await page.getByRole("button", { name: "Show older ones" }).click();
  await expect.poll(async () => {
    await page.locator("nav[aria-label=Conversations] [role=list]").evaluate((it) => { it.scrollTop += 2000; });
    return page.locator("[data-conversation=talk-198]").count();
  }, { timeout: 15_000 }).toBe(1);
  await close();
});

const PLACES = ["chat", "chat/cards", "chat/waiting", "chat/running", "chat/markdown", "chat/failures", "chat/odd", "chat/retry", "chat/rtl", "chat/title"];

async function visit(page: Page, route: string) {
  await goTo(page, route);
  await page.locator(route === "chat" ? "[data-composer]" : "[data-message]").first().waitFor();
}

describe.each([["light", false], ["dark", true]] as const)("in %s", (_, dark) => {
  test("axe finds nothing in any conversation, nor in what opens over it", async () => {
    const { page, wrong, close } = await openPage(browser, full.address, { dark, width: 1280, height: 800 });
    const faults: Record<string, string[]> = {};
    const look = async (name: string) => {
      const found = await faultsFor(page);
      if (found.length > 0) faults[name] = found;
    };
    for (const route of PLACES) {
      await visit(page, route);
      await look(route);
    }
    await visit(page, "chat/waiting");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByTestId("diff").waitFor();
    await look("what changed");
    await visit(page, "chat/markdown");
    await page.getByRole("button", { name: "Tools", exact: true }).click();
    await page.getByRole("switch").first().waitFor();
    await look("tools");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Model:/ }).click();
    await page.getByRole("option").first().waitFor();
    await look("models");
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Message" }).fill("@");
    await page.getByRole("option").first().waitFor();
    await look("mentions");
    await page.getByRole("textbox", { name: "Message" }).fill("");
    await page.getByRole("link", { name: "the book" }).first().click();
    await page.getByRole("dialog").waitFor();
    await look("link");
    expect([faults, wrong]).toEqual([{}, []]);
    await close();
  }, 120_000);
});

test.each([480, 640, 900])("at %i pixels nothing of the chat is cut off at the side", async (width) => {
  const { page, close } = await openPage(browser, full.address, { width, height: 700 });
  const wide: string[] = [];
  for (const route of PLACES) {
    await visit(page, route);
    const out = await page.evaluate(() => {
      const within = (it: Element) => it.closest("pre, .cm-editor, [class*=tableBox], .srOnly") !== null;
      const over = [...document.querySelectorAll("button, a, input, textarea, h1, h2, p, section[data-card]")].filter((it) => {
        const { left, right, width: size } = it.getBoundingClientRect();
        return size > 0 && (left < -1 || right > window.innerWidth + 1) && !within(it);
      });
      return over.map((it) => `${it.tagName} ${(it.textContent ?? "").slice(0, 40)}`);
    });
    wide.push(...out.map((it) => `${route}: ${it}`));
  }
  expect(wide).toEqual([]);
  await close();
}, 60_000);

test("in a narrow window a conversation takes it all, and Esc leads back to the list", async () => {
  const { page, close } = await openPage(browser, full.address, { width: 480, height: 800 });
  await goTo(page, "chat");
  await page.locator("[data-conversation=markdown] a").click();
  await transcript(page).waitFor();
  expect(await page.getByRole("navigation", { name: "Conversations" }).isVisible()).toBe(false);
  await page.getByRole("link", { name: "Back to the conversations" }).click();
  await page.getByRole("navigation", { name: "Conversations" }).waitFor();
  await close();
});

test("the list is walked with arrows, and Tab goes from it to the messages and to the field", async () => {
  const { page, close } = await openPage(browser, full.address, { width: 1280, height: 800 });
  await visit(page, "chat/title");
  const current = page.locator("[data-conversation=title] a");
  await current.waitFor();
  await current.focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[data-conversation]")?.getAttribute("data-conversation"))).toBe("rtl");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "مرحبا بالعالم" }).waitFor();
  const passed: string[] = [];
  for (let n = 0; n < 14; n += 1) {
    await page.keyboard.press("Tab");
    passed.push(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? ""));
  }
  const order = ["Messages", "Message", "Attach files"].map((it) => passed.indexOf(it));
  expect([order, order.every((it) => it >= 0)]).toEqual([order.toSorted((a, b) => a - b), true]);
  await close();
});
