import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { fakeBackend } from "../../tests/support/backend";
import { server } from "../../tests/support/rows";
import { show } from "../../tests/support/show";
import { App } from "./App";

const broken = vi.hoisted(() => ({ palette: false, keyMap: false, frame: false }));

vi.mock("./Palette", () => ({ default: () => fault(broken.palette) }));
vi.mock("./KeyMap", () => ({ default: () => fault(broken.keyMap) }));
vi.mock("./usePaste", () => ({ usePaste: () => { fault(broken.frame); return { reading: null, times: 0, pasting: false, paste: () => undefined }; } }));

function fault(is: boolean) {
  if (is) throw new Error("a fault of ours");
  return null;
}

beforeEach(() => {
  Object.assign(broken, { palette: false, keyMap: false, frame: false });
  // React tells of each fault there.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const backend = () => fakeBackend({
  list_servers: () => ({ servers: [server("a"), server("b")] }),
  read_log: () => ({ lines: [], start: 0, end: 0, more: false }),
  list_tools: () => [],
});

test("a palette that breaks leaves the window as it is, and says so", async () => {
  broken.palette = true;
  show(backend(), <App />);
  expect((await screen.findByRole("alert")).textContent).toContain("This part of the window cannot be shown");
  expect(await screen.findByRole("link", { name: "Open a" })).toBeTruthy();
});

test("a keyboard map that breaks leaves the window as it is, and can be asked for again", async () => {
  broken.keyMap = true;
  show(backend(), <App />);
  await screen.findByRole("link", { name: "Open a" });
  await userEvent.keyboard("?");
  expect((await screen.findByRole("alert")).textContent).toContain("This part of the window cannot be shown");
  expect(screen.getByRole("link", { name: "Open a" })).toBeTruthy();
});

test("a window that breaks as a whole says so, and is there again when the fault is gone", async () => {
  broken.frame = true;
  show(backend(), <App />);
  expect((await screen.findByRole("alert")).textContent).toContain("The window cannot be shown");
  broken.frame = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("link", { name: "Open a" })).toBeTruthy();
});

/** HOST-52 */
test("an answer that the keychain did not keep is told, with what to do", async () => {
  const { happen } = show(backend(), <App />);
  await screen.findByRole("link", { name: "Open a" });
  const failure = { code: "keychain", message: "The answer could not be remembered: the keychain is locked.", hint: "Unlock the keychain, then try again.", field: null, place: null } as const;
  await happen({ event: "answerNotKept", failure });
  const told = (await screen.findByRole("alert")).textContent;
  expect(told).toContain(failure.message);
  expect(told).toContain(failure.hint);
});

test("the focus is on the row again when its pane is closed, however that is done", async () => {
  show(backend(), <App />);
  await userEvent.click(await screen.findByRole("link", { name: "Open b" }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe("H2"));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByTestId("pane")).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Open b"));
});
