/** Secrets by name: set outside of the page, used by servers, removed; and a keychain that fails. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

import { addScript, goTo, openBrowser, openPage, startBridge, type Bridge } from "./support";

const SECRET = "correct-horse-battery";

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

const row = (key: string, of = page) => of.locator(`[data-secret="${key}"]`);

/** HOST-64 */
test("a secret is named in the page, and its value is asked for outside of it", async () => {
  await page.keyboard.press("Control+4");
  await page.getByRole("button", { name: "Add secret" }).click();
  await page.keyboard.type("API_KEY");
  await bridge.willSay({ secret: SECRET });
  await page.keyboard.press("Enter");
  await row("API_KEY").getByText("In the keychain").waitFor();
  expect(await bridge.asked()).toEqual([{ kind: "secret", title: null, field: "API_KEY", goes: "keychain", removable: false }]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Add secret");
  expect(await page.content()).not.toContain(SECRET);
});

/** HOST-14 */
test("a server that waits for a secret is named, and starts once it is set", async () => {
  await addScript(page, bridge, "Demo", "demo_server.py", { TOKEN: "${secret:DEMO_TOKEN}" });
  await row("DEMO_TOKEN").getByText("Not in the keychain").waitFor();
  await goTo(page, "servers");
  await page.locator("[data-server=demo]").getByText("Failed").waitFor();
  await goTo(page, "secrets");
  await row("DEMO_TOKEN").waitFor();
  expect(await page.getByTestId("counts").textContent()).toBe("1 secret · 1 is missing");
  expect(await row("DEMO_TOKEN").getByRole("link", { name: "Demo" }).getAttribute("href")).toBe("#/servers/demo");
  await bridge.willSay({ secret: SECRET });
  await page.getByRole("button", { name: "Set… DEMO_TOKEN" }).click();
  await page.getByText("DEMO_TOKEN is set, and the server that waited for it starts").waitFor();
  await row("DEMO_TOKEN").getByText("In the keychain").waitFor();
  await goTo(page, "servers");
  await page.locator("[data-server=demo]").getByText("Ready").waitFor();
});

/** HOST-64 */
test("an empty value removes a secret, and so does the page after it was asked once more", async () => {
  await goTo(page, "secrets");
  await bridge.willSay({ secret: "" });
  await page.getByRole("button", { name: "Replace… API_KEY" }).click();
  await row("API_KEY").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Remove DEMO_TOKEN" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove DEMO_TOKEN?" });
  await dialog.getByText("Demo", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Remove" }).click();
  await row("DEMO_TOKEN").getByText("Not in the keychain").waitFor();
});

/** HOST-52 */
test("an answer that is remembered is listed as soon as it is, and can be forgotten", async () => {
  await addScript(page, bridge, "Asker", "elicitation_demo_mcp.py");
  await goTo(page, "servers");
  await page.locator("[data-server=asker]").getByText("5 tools").waitFor();
  await goTo(page, "tools/asker/ask_secret");
  await page.getByRole("textbox", { name: "label" }).fill("the vault");
  await bridge.willSay({ form: { send: { values: { secret: SECRET }, remember: true } } });
  await page.keyboard.press("Control+Enter");
  await page.getByText(/Got a secret of/).waitFor();
  await goTo(page, "secrets");
  await row("elicit/asker/secret").getByText("In the keychain").waitFor();
  await page.getByRole("button", { name: "Forget secret of Asker" }).click();
  await page.getByRole("dialog", { name: "Forget secret?" }).getByRole("button", { name: "Forget" }).click();
  await row("elicit/asker/secret").waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(SECRET);
});

/** HOST-64: never a fallback. */
test("without a keychain it is said what to do, and memory is used by choice alone", async () => {
  const bare = await startBridge("absent");
  const { page: other, wrong: faults, close } = await openPage(browser, bare.address);
  await goTo(other, "secrets");
  await other.getByRole("button", { name: "Add secret" }).click();
  await other.keyboard.type("API_KEY");
  await other.keyboard.press("Enter");
  const alert = other.getByRole("alert");
  await alert.getByText("API_KEY was not kept.").waitFor();
  await alert.getByText(/Secret Service/).waitFor();
  expect(await row("API_KEY", other).count()).toBe(0);
  await bare.willSay({ secret: SECRET });
  await alert.getByRole("button", { name: "Hold in memory until quit…" }).click();
  await row("API_KEY", other).getByText("Held until quit").waitFor();
  // Nobody is asked for what cannot be kept.
  expect(await bare.asked()).toMatchObject([{ goes: "memory" }]);
  expect(await alert.count()).toBe(0);
  expect(faults).toEqual([]);
  await close();
  await bare.stop();
});

test("nothing went wrong in the page meanwhile", () => {
  expect(wrong).toEqual([]);
});
