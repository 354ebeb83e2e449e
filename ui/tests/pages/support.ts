/** What the page tests share: the bridge with the real back end, the browser, the person's answers. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium, type Browser, type Page } from "playwright-core";

const DIST = process.env["STEWARD_DIST"] ?? fileURLToPath(new URL("../../dist", import.meta.url));
const FAKE = fileURLToPath(new URL("../fake/bridge.mjs", import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What the person says to the next native question of its kind. */
export type Answer =
  | { consent: "cancel" | "add" | "start" }
  | { secret: string | null }
  | { form: { send: { values: Record<string, unknown>; remember?: boolean } } | "sendRemembered" | "decline" | "cancel" }
  | { link: "open" | "decline" | "cancel" }
  | { folder: string | null }
  | { clipboard: string | null };

export interface Bridge {
  address: string;
  dataDir: string;
  /** Says beforehand what the person answers. */
  willSay: (...answers: Answer[]) => Promise<void>;
  /** What the person was asked so far. */
  asked: () => Promise<unknown[]>;
  /** How often a dialog was brought to the front. */
  raised: () => Promise<number>;
  stop: () => Promise<void>;
}

/** The whole app behind a loopback address, with a data folder of its own. */
export async function startBridge(keychain?: "locked" | "absent"): Promise<Bridge> {
  const dataDir = mkdtempSync(join(tmpdir(), "steward-page-"));
  const { address, end } = await start(bridgeProgram(), ["--dist", DIST, "--data-dir", dataDir, ...(keychain ? ["--keychain", keychain] : [])]);
  const headers = { "content-type": "application/json" };
  return {
    address,
    dataDir,
    async willSay(...answers) {
      await fetch(`${address}desk`, { method: "POST", headers, body: JSON.stringify(answers) });
    },
    async asked() {
      const told: unknown = await (await fetch(`${address}desk`)).json();
      return typeof told === "object" && told && "asked" in told && Array.isArray(told.asked) ? told.asked : [];
    },
    async raised() {
      const told: unknown = await (await fetch(`${address}desk`)).json();
      return typeof told === "object" && told && "raised" in told ? Number(told.raised) : 0;
    },
    async stop() {
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A pretended app, for what a real one cannot be brought to in a test: hundreds of servers. */
export async function startFake(scenario: "empty" | "full" | "hidden" | "many" | "tools" | "wrong") {
  const { address, end } = await start(process.execPath, [FAKE, "--dist", DIST, "--scenario", scenario]);
  return { address, stop: end };
}

function bridgeProgram(): string {
  const built = process.env["CARGO_TARGET_DIR"] ?? join(homedir(), ".cache/steward/target");
  return process.env["STEWARD_BRIDGE"] ?? join(built, "debug/bridge");
}

async function start(program: string, args: string[]) {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /^ready (\S+)$/m.exec(said)?.[1];
      if (ready) resolve(ready);
    });
    child.once("error", (error) => reject(new Error(`no bridge (set STEWARD_BRIDGE): ${error.message}`)));
    child.once("close", () => reject(new Error(`the bridge ended before it was ready: ${said}`)));
  });
  const end = async () => {
    child.stdin.end();
    await ended;
  };
  return { address, end };
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["STEWARD_CHROMIUM"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--headless", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
}

interface Look {
  dark?: boolean;
  width?: number;
  height?: number;
}

/** A page that is ready, and what went wrong in it: errors, and breaches of its policy. */
export async function openPage(browser: Browser, address: string, look: Look = {}) {
  const { dark = false, width = 1100, height = 760 } = look;
  const context = await browser.newContext({
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
    viewport: { width, height },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => {
    // A refused command is an answer of the bridge with a status, which the browser logs.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) wrong.push(message.text());
  });
  await page.goto(address);
  await page.waitForFunction(() => document.body.dataset["ready"] !== undefined);
  return { page, wrong, close: () => context.close() };
}

/** Goes to a page by its address, such as `tools/demo/greet`. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => { window.location.hash = hash; }, `#/${route}`);
}

/** Registers and starts the bundled demo, from the empty page. */
export async function tryTheDemo(page: Page, bridge: Bridge): Promise<void> {
  await bridge.willSay({ consent: "start" });
  await page.getByRole("button", { name: "Try the built-in demo" }).click();
  await page.locator("[data-server=demo]").getByText("Ready").waitFor();
}

/** Registers and starts one of the scripts that come with Steward, such as `elicitation_demo_mcp.py`. */
export async function addScript(page: Page, bridge: Bridge, title: string, script: string, env: Record<string, string> = {}): Promise<void> {
  await bridge.willSay({ consent: "start" });
  const args = [fileURLToPath(new URL(`../../../scripts/${script}`, import.meta.url))];
  const draft = { title, transport: { type: "stdio", command: "python3", args, env, cwd: null }, startLimit: null, callLimit: null };
  await say(page, "add_server", { draft });
}

/** Says a command as the page does. */
export async function say(page: Page, command: string, payload: unknown): Promise<void> {
  const status = await page.evaluate(async ([name, given]) => {
    const body = JSON.stringify({ command: name, payload: given });
    return (await fetch("/call", { method: "POST", headers: { "content-type": "application/json" }, body })).status;
  }, [command, payload] as const);
  if (status !== 200) throw new Error(`\`${command}\` was answered with ${status}`);
}

/** Returns when nothing of the page has changed for a while, or never does. */
const STILL = `new Promise((done) => {
  let quiet = setTimeout(done, 400);
  const heard = new MutationObserver(() => { clearTimeout(quiet); quiet = setTimeout(done, 400); });
  heard.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  setTimeout(done, 5000);
})`;

/** What axe finds wrong with the page as it is now, one line each. */
export async function faultsFor(page: Page): Promise<string[]> {
  // What is still coming in moves the rows of a list, which are hidden until they are measured; axe
  // takes its time, and would see half of that.
  await page.evaluate(STILL);
  await page.evaluate(AXE);
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map((it) => it.id + ": " + it.nodes.map((node) => node.target.join(" ")).join(", ")))`,
  );
}
