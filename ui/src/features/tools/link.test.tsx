import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { fakeBackend, refusal } from "../../../tests/support/backend";
import { outcome, tool, toolsOf } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import type { LinkOpened } from "../../backend/wire";
import { ToolPage } from "./ToolPage";

const plain = tool("plain");
const page = <ToolPage from={toolsOf("demo", [plain])} tool={plain} />;
const linkTo = (uri: string) => () => outcome({ blocks: [{ type: "link", uri, name: "The report", mime: "text/html" }] });

/** The link in the result of a call. */
async function given(backend: ReturnType<typeof fakeBackend>) {
  show(backend, page);
  await userEvent.click(await screen.findByRole("button", { name: "Run" }));
  return within(await screen.findByTestId("link-part"));
}

/** HOST-31 */
test("a link in a result is text, and its server is named when somebody wants it opened", async () => {
  const url = "https://example.com/report?a=b";
  let answer: (reply: LinkOpened) => void = () => undefined;
  const backend = fakeBackend({ call_tool: linkTo(url), open_link: () => new Promise((resolve) => { answer = resolve; }) });
  const link = await given(backend);
  expect([link.queryByRole("link"), backend.said("open_link")]).toEqual([null, []]);
  expect(link.getByText(url)).toBeTruthy();
  const button = link.getByRole("button", { name: `Open… ${url}` });
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  await userEvent.keyboard("{Enter}");
  expect(backend.said("open_link")).toEqual([{ server: "demo", url }]);
  answer({ opened: false });
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
  expect([document.activeElement, screen.queryByRole("alert")]).toEqual([button, null]);
});

/** Security 17 */
test("an address that is refused is told in words, and one of another kind has no button at all", async () => {
  const refuse = () => { throw refusal("invalid", "this link is not opened: only https addresses are opened, and http ones on this computer", { field: "url" }); };
  const shown = await given(fakeBackend({ call_tool: linkTo("http://example.com/"), open_link: refuse }));
  await userEvent.click(shown.getByRole("button", { name: "Open… http://example.com/" }));
  expect((await screen.findByRole("alert")).textContent).toContain("This link is not opened: only https addresses are opened");
});

test("an address that is no page on the web is there to be read and copied", async () => {
  const link = await given(fakeBackend({ call_tool: linkTo("file:///etc/passwd") }));
  expect(link.getByText("file:///etc/passwd")).toBeTruthy();
  expect(link.getAllByRole("button").map((it) => it.getAttribute("aria-label"))).toEqual(["Copy the address"]);
});

/** HOST-31 */
test("a link whose address was left out says so, and offers nothing to open or copy", async () => {
  const link = await given(fakeBackend({ call_tool: linkTo("") }));
  expect(link.getByText(/^Its address is left out/)).toBeTruthy();
  expect(link.getByText("The report")).toBeTruthy();
  expect(link.queryAllByRole("button")).toEqual([]);
});
