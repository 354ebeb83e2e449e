/** The Approvals page: rules are written, moved, changed together and saved as one, by keyboard and with a way back. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { goTo, openBrowser, openPage, startFake } from "./support";

type Fake = Awaited<ReturnType<typeof startFake>>;

let full: Fake;
let browser: Browser;

beforeAll(async () => {
  [full, browser] = await Promise.all([startFake("full"), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await full?.stop();
});

/** What each rule does to which tools, in order. */
const rules = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll("[data-rule]")].map((row) => {
    const [, , action, tool] = [...row.querySelectorAll("[role=cell]")];
    return `${action?.textContent ?? ""} ${tool?.firstElementChild?.textContent ?? ""}`;
  }));

const START = ["Deny delete_*", "Allow write_file", "Ask every tool", "Allow get-sum", "Allow every tool", "Allow search_issues", "Deny open_the_page_of_the_day_and_tell_what_is_on_it"];

/** HOST-63 */
test("by the keyboard alone a rule is moved and saved, and Undo brings the old order back", async () => {
  const { page, wrong, close } = await openPage(browser, full.address);
  await page.keyboard.press("Control+6");
  await page.getByText("Steward asks before every tool call that you did not allow.").waitFor();
  await expect.poll(() => rules(page)).toEqual(START);
  await page.getByRole("checkbox", { name: /^Select Ask/ }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  expect((await rules(page)).slice(0, 3)).toEqual(["Ask every tool", "Deny delete_*", "Allow write_file"]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(/^Select Ask/);
  await page.getByText("Never reached: rule 1 decides before").waitFor();
  await page.getByRole("button", { name: "Save changes" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("The rules are saved").waitFor();
  await page.getByRole("button", { name: "Save changes" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => rules(page)).toEqual(START);
  expect(wrong).toEqual([]);
  await close();
});

test("a draft lies there while one looks at another page, and another window's change is told", async () => {
  const { page, wrong, close } = await openPage(browser, full.address);
  const other = await openPage(browser, full.address);
  await goTo(page, "approvals");
  await page.getByRole("checkbox", { name: "Select all", exact: true }).check();
  await page.getByRole("group", { name: "Change what is selected" }).getByRole("button", { name: "Deny" }).click();
  await page.getByText("5 changed").waitFor();
  await goTo(page, "secrets");
  await page.locator("[data-secret]").first().waitFor();
  await goTo(page, "approvals");
  await page.getByText("5 changed").waitFor();
  await goTo(other.page, "approvals");
  await other.page.getByRole("button", { name: /^Remove: Allow: get-sum/ }).click();
  await other.page.getByRole("button", { name: "Save changes" }).click();
  await other.page.getByText("The rules are saved").waitFor();
  await page.getByText(/changed elsewhere since you began/).waitFor();
  await page.getByRole("button", { name: "Drop my changes" }).click();
  await expect.poll(() => rules(page)).toEqual(START.filter((it) => it !== "Allow get-sum"));
  expect([wrong, other.wrong]).toEqual([[], []]);
  await other.close();
  await close();
});

test("a rule is written in a dialog that gives the focus back, and stands where it belongs", async () => {
  const { page, wrong, close } = await openPage(browser, full.address);
  await goTo(page, "approvals");
  const add = page.getByRole("button", { name: "Add rule" });
  await add.click();
  const dialog = page.getByRole("dialog", { name: "Add rule" });
  await dialog.getByLabel("Tools").fill("read_*");
  await dialog.getByRole("radio", { name: "Deny" }).check();
  await dialog.getByLabel("Note").fill("For a try");
  await dialog.getByRole("button", { name: "Put it in the list" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await rules(page)).slice(0, 2)).toEqual(["Deny delete_*", "Deny read_*"]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Add rule");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("Your changes are dropped").waitFor();
  expect((await rules(page)).slice(0, 2)).toEqual(["Deny delete_*", "Allow write_file"]);
  expect(wrong).toEqual([]);
  await close();
});
