import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { fakeBackend, refusal } from "../../../tests/support/backend";
import { failed, off, server } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import EditPage from "./EditPage";

// The editor needs a layout, which jsdom has none of; the page tests drive the real one.
vi.mock("../../components/LazyCode", () => ({ LazyCode: () => null }));

const page = <EditPage server="a" />;
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>("textbox", { name });

test("a change is sent whole, under the name that stays", async () => {
  const backend = fakeBackend({ list_servers: () => ({ servers: [server("a", off)] }), update_server: () => server("a", off) });
  show(backend, page);
  await userEvent.type(await field(/^Title/), " two");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(backend.said("update_server")).toMatchObject([{ server: "a", draft: { title: "a two", transport: { command: "npx" } } }]);
  expect(window.location.hash).toBe("#/servers/a");
});

test("a server that needs more time is opened at its start limit", async () => {
  const slow = server("a", failed({ fix: { kind: "moreTime" } }));
  show(fakeBackend({ list_servers: () => ({ servers: [slow] }) }), page);
  const limit = await field(/^Start limit/);
  await waitFor(() => expect(document.activeElement).toBe(limit));
});

test("a refused change stays in the form, with the app's words", async () => {
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", off)] }),
    update_server: () => { throw refusal("invalid", "`cwd` is no folder", { field: "transport.cwd" }); },
  });
  show(backend, page);
  await userEvent.type(await field(/^Folder/), "/nowhere");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toContain("is no folder");
  expect((await field(/^Folder/)).value).toBe("/nowhere");
});

test("a server that could not be read is told, and read again when asked for", async () => {
  const answers = [() => { throw refusal("storage", "the database is locked"); }, () => ({ servers: [server("a", off)] })];
  show(fakeBackend({ list_servers: () => answers.shift()?.() ?? { servers: [] } }), page);
  expect((await screen.findByRole("alert")).textContent).toContain("The database is locked.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect((await field(/^Title/)).value).toBe("a");
});

test("a server that is gone meanwhile is told", async () => {
  show(fakeBackend({ list_servers: () => ({ servers: [] }) }), page);
  expect(await screen.findByText("There is no server “a” any more.")).toBeTruthy();
});
