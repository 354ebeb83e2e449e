import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { fakeBackend as bareBackend, refusal } from "../../../tests/support/backend";
import { wishes } from "../../../tests/support/offers";
import { ready, server } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import type { ServerWishes } from "../../backend/wire";
import { ServerPane } from "./ServerPane";

/** What no test here is about is there all the same. */
const fakeBackend = (answers: Parameters<typeof bareBackend>[0]) => bareBackend({ server_wishes: () => wishes(), ...answers });

const pane = <ServerPane name="a" view="details" onClose={() => undefined} tail={null} />;

test("a folder is chosen in a dialog that is not the page's, and one choice at a time", async () => {
  let choose: (now: ServerWishes) => void = () => undefined;
  const answers = [() => new Promise<ServerWishes>((resolve) => { choose = resolve; }), () => wishes({ folders: ["/src"] })];
  const backend = fakeBackend({ list_servers: () => ({ servers: [server("a", ready())] }), choose_folder: () => (answers.shift() ?? (() => wishes()))() });
  show(backend, pane);
  const field = await screen.findByRole("textbox", { name: "A folder’s whole path" });
  await userEvent.type(field, "/typed");
  const button = screen.getByRole("button", { name: "Choose…" });
  await userEvent.click(button);
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
  await userEvent.click(button);
  expect(backend.said("choose_folder")).toEqual([{ server: "a" }]);
  choose(wishes({ folders: ["/src"] }));
  expect(await screen.findByText("/src", { selector: ".mono bdi" })).toBeTruthy();
  expect([document.activeElement, field]).toEqual([button, expect.objectContaining({ value: "/typed" })]);
  // Another one, in which nothing is chosen.
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(backend.said("choose_folder")).toHaveLength(2));
  expect([screen.getAllByText("/src", { selector: ".mono bdi" }).length, field.getAttribute("aria-invalid")]).toEqual([1, null]);
});

test("where no folder dialog can be had, the field says so and stays", async () => {
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", ready())] }),
    choose_folder: () => { throw refusal("nobody_to_ask", "there is no dialog here to choose a folder in", { hint: "Type its whole path instead." }); },
  });
  show(backend, pane);
  await userEvent.click(await screen.findByRole("button", { name: "Choose…" }));
  expect(await screen.findByText("There is no dialog here to choose a folder in. Type its whole path instead.")).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "A folder’s whole path" })).toBeTruthy();
});

test("the website that a server gives is text, and opened only when somebody wants it", async () => {
  const website = "https://example.com/\u202edocs";
  const answers = [() => { throw refusal("invalid", "this link is not opened: it holds characters that cannot be seen", { field: "url" }); }, () => ({ opened: true })];
  const backend = fakeBackend({ list_servers: () => ({ servers: [server("a", ready({ website }))] }), open_link: () => (answers.shift() ?? (() => ({ opened: false })))() });
  show(backend, pane);
  const link = within(await screen.findByTestId("given-link"));
  expect(link.getByText("https://example.com/\\u{202e}docs")).toBeTruthy();
  expect([link.queryByRole("link"), backend.said("open_link")]).toEqual([null, []]);
  const button = link.getByRole("button", { name: "Open… https://example.com/\\u{202e}docs" });
  await userEvent.click(button);
  expect((await screen.findByRole("alert")).textContent).toContain("This link is not opened: it holds characters that cannot be seen.");
  await userEvent.click(button);
  await waitFor(() => expect(backend.said("open_link")).toEqual([{ server: "a", url: website }, { server: "a", url: website }]));
});

test("an address that is no page on the web is only shown and copied", async () => {
  const backend = fakeBackend({ list_servers: () => ({ servers: [server("a", ready({ website: "javascript:alert(1)" }))] }) });
  show(backend, pane);
  const link = within(await screen.findByTestId("given-link"));
  expect(link.getAllByRole("button").map((it) => it.getAttribute("aria-label"))).toEqual(["Copy the address"]);
});
