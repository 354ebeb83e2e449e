import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { fakeBackend, refusal } from "../../../tests/support/backend";
import { kept, outcome, tool, toolsOf } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import type { BlockView } from "../../backend/wire";
import { ToolPage } from "./ToolPage";

const plain = tool("plain");
const page = () => <ToolPage from={toolsOf("demo", [plain])} tool={plain} />;
const run = async () => userEvent.click(await screen.findByRole("button", { name: "Run" }));
const answering = ({ blocks }: { blocks: BlockView[] }) => fakeBackend({ call_tool: () => outcome({ blocks }) });

/** HOST-29 */
test("a picture is fetched by its hash and shown as a blob, with its measure and its path to copy", async () => {
  const addresses = { createObjectURL: vi.fn<(it: Blob) => string>(() => "blob:here"), revokeObjectURL: vi.fn() };
  Object.assign(URL, addresses);
  const backend = fakeBackend({
    call_tool: () => outcome({ blocks: [{ type: "media", file: kept("image/png", { size: 4 }) }] }),
    read_media: () => ({ mime: "application/xml", data: "iVBORw==" }),
  });
  const { unmount } = show(backend, page());
  await run();
  const picture = await screen.findByRole("img", { name: "Picture from plain" });
  expect(picture.getAttribute("src")).toBe("blob:here");
  expect(addresses.createObjectURL.mock.calls.map(([it]) => [it.type, it.size])).toEqual([["image/png", 4]]);
  expect(backend.said("read_media")).toEqual([{ name: "ab".repeat(32), mime: "image/png" }]);
  expect(screen.getByTestId("file").textContent).toBe("4 × 3 · image/png · 4 bytes");
  expect(screen.getByRole("button", { name: "Copy the path of the file" })).toBeTruthy();
  unmount();
  expect(addresses.revokeObjectURL).toHaveBeenCalledWith("blob:here");
});

test("a sound has controls and comes as data, and a large one only when it is wanted", async () => {
  const backend = fakeBackend({
    call_tool: () => outcome({ blocks: [{ type: "media", file: kept("audio/wav", { size: 9_000_000 }) }] }),
    // What these bytes were called when they came first.
    read_media: () => ({ mime: "application/octet-stream", data: "UklGRg==" }),
  });
  show(backend, page());
  await run();
  const wanted = await screen.findByRole("button", { name: "Load the sound (9 MB)" });
  expect(backend.said("read_media")).toEqual([]);
  await userEvent.click(wanted);
  const sound = await screen.findByLabelText("Sound from plain");
  await waitFor(() => expect(sound.getAttribute("src")).toBe("data:audio/wav;base64,UklGRg=="));
  expect(sound.hasAttribute("controls")).toBe(true);
});

/** HOST-29 */
test("a drawing is never drawn: it is a file, with the reason and its path to copy", async () => {
  const backend = answering({ blocks: [{ type: "media", file: kept("image/svg+xml", { width: null, height: null }) }] });
  show(backend, page());
  await run();
  expect(await screen.findByText(/^This is a drawing \(SVG\)\. It is not shown here/)).toBeTruthy();
  expect(screen.getByTestId("file").textContent).toBe("Fileimage/svg+xml · 95 bytes");
  expect(screen.getByRole("button", { name: "Copy the path of the file" })).toBeTruthy();
  expect([screen.queryByRole("img"), backend.said("read_media")]).toEqual([null, []]);
});

/** HOST-29 */
test("a file that cannot be read says why in the disk's words, and is read again when asked for", async () => {
  const answers = [() => { throw refusal("internal", "the kept file cannot be read: Input/output error (os error 5)"); }];
  const backend = fakeBackend({
    call_tool: () => outcome({ blocks: [{ type: "media", file: kept("audio/wav") }] }),
    read_media: () => answers.shift()?.() ?? { mime: "audio/wav", data: "UklGRg==" },
  });
  show(backend, page());
  await run();
  const told = await screen.findByRole("alert");
  expect(told.textContent).toContain("The file could not be readThe kept file cannot be read: Input/output error (os error 5).");
  expect([screen.queryByText(/not kept any more/), screen.queryByLabelText("Sound from plain")]).toEqual([null, null]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByLabelText("Sound from plain")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a file that made room for others says that it is not kept any more", async () => {
  const backend = fakeBackend({
    call_tool: () => outcome({ blocks: [{ type: "media", file: kept("image/png") }] }),
    read_media: () => { throw refusal("invalid", "nothing is kept under this name", { field: "name" }); },
  });
  show(backend, page());
  await run();
  expect(await screen.findByText(/^This file is not kept any more/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

/** HOST-30 */
test("media that could not be kept say why", async () => {
  show(answering({ blocks: [{ type: "notSaved", mime: "image/png", why: "it is empty" }] }), page());
  await run();
  expect((await screen.findByTestId("lost-part")).textContent).toBe("[media not saved: it is empty]");
});
