import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { fakeBackend, refusal, type FakeBackend } from "../../../tests/support/backend";
import { off, server } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import type { Reading } from "../../backend/wire";
import type { Pasted } from "../../components/CodeEditor";
import AddPage from "./AddPage";

// The editor needs a layout, which jsdom has none of; the page tests drive the real one.
vi.mock("../../components/LazyCode", () => ({
  LazyCode: ({ label, value, onPaste }: { label: string; value: string; onPaste: (it: Pasted) => void }) => (
    <textarea
      aria-label={label}
      value={value}
      readOnly
      onPaste={(event) => {
        event.preventDefault();
        const text = event.clipboardData.getData("text/plain");
        onPaste({ text, whole: text, before: value, all: true });
      }}
    />
  ),
}));

const row = server("thing", off);
const list = { list_servers: () => ({ servers: [server("taken", off)] }) };
const page = (offered: Reading | null = null) => <AddPage offered={offered} pasting={false} onPaste={() => undefined} />;
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const json = () => field("The server as JSON").value;

async function fill(title = "Thing", command = "npx") {
  await userEvent.type(field(/^Title/), title);
  await userEvent.type(field(/^Command/), command);
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("the form is added as a draft, and the page leads to the new server", async () => {
  const backend = fakeBackend({ ...list, add_server: () => row });
  show(backend, page());
  await fill();
  await userEvent.type(field(/^Arguments/), "-y{enter}thing");
  expect(JSON.parse(json())).toEqual({ name: "Thing", command: "npx", args: ["-y", "thing"] });
  await press("Add…");
  expect(backend.said("add_server")).toEqual([{
    replace: false,
    hold: false,
    draft: {
      title: "Thing", description: "", startLimit: null, callLimit: null,
      transport: { type: "stdio", command: "npx", args: ["-y", "thing"], env: {}, cwd: null },
    },
  }]);
  expect(window.location.hash).toBe("#/servers/thing");
});

test("what is missing is told at its field, and nothing is sent", async () => {
  const backend = fakeBackend(list);
  show(backend, page());
  await press("Add…");
  expect(screen.getAllByText("This is needed.")).toHaveLength(2);
  expect(backend.said("add_server")).toEqual([]);
});

test("a field that the app refuses bears the app's words", async () => {
  const backend = fakeBackend({
    ...list,
    add_server: () => { throw refusal("invalid", "`command` holds a line break", { field: "transport.command" }); },
  });
  show(backend, page());
  await fill();
  await press("Add…");
  expect(field(/^Command/).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getAllByText(/holds a line break/).length).toBeGreaterThan(0);
});

test("a person who says no is back at the form, and nothing is lost", async () => {
  show(fakeBackend({ ...list, add_server: () => { throw refusal("declined", "no"); } }), page());
  await fill();
  await press("Add…");
  expect(screen.queryByRole("alert")).toBeNull();
  expect([field(/^Title/).value, field(/^Command/).value]).toEqual(["Thing", "npx"]);
});

test("a title says which name it becomes, and a taken one offers to change that server", async () => {
  const backend = fakeBackend({ ...list, add_server: () => row });
  show(backend, page());
  await fill("Taken");
  expect(screen.getByText("Its name will be taken.")).toBeTruthy();
  await press("Change taken");
  expect(backend.said("add_server")).toMatchObject([{ replace: true }]);
});

test("a name that was taken meanwhile offers the same", async () => {
  const backend = fakeBackend({ ...list, add_server: () => { throw refusal("name_taken", "there is one"); } });
  show(backend, page());
  await fill();
  await press("Add…");
  expect(await screen.findByRole("button", { name: "Change thing" })).toBeTruthy();
});

test("a variable that sounds secret has no field: it is asked for natively", async () => {
  const backend = fakeBackend({ ...list, ask_secret: () => ({ reference: "${secret:thing.API_KEY}" }) });
  show(backend, page());
  await fill();
  await press("Add a variable");
  await userEvent.type(field("Name"), "API_KEY");
  expect(screen.queryByRole("textbox", { name: "Value" })).toBeNull();
  await press("Set the secret API_KEY");
  expect(backend.said("ask_secret")).toEqual([{ title: "Thing", field: "API_KEY", key: null, call: null }]);
  expect(await screen.findByText("In the keychain")).toBeTruthy();
  expect(json()).toContain("${secret:thing.API_KEY}");
});

const canary = "ghp_canary_0123456789";
const reading: Reading = {
  notes: [],
  proposals: ["one", "two"].map((title) => ({
    name: title, taken: false, notes: ["the value of `TOKEN` went to the keychain"],
    draft: {
      title, description: "", startLimit: null, callLimit: null,
      transport: { type: "stdio", command: "npx", args: [], env: { TOKEN: `\${secret:${title}.TOKEN}` }, cwd: null },
    },
  })),
};

async function paste(backend: FakeBackend, text: string) {
  const { container, client } = show(backend, page());
  await userEvent.click(field("The server as JSON"));
  await userEvent.paste(text);
  return { container, client };
}

test("what is pasted goes to the app, and nothing of it stays in the page", async () => {
  const backend = fakeBackend({ ...list, read_drafts: () => reading });
  const { container, client } = await paste(backend, `{"env":{"TOKEN":"${canary}"}}`);
  expect(await screen.findByText("2 servers found")).toBeTruthy();
  expect(backend.said("read_drafts")).toHaveLength(1);
  const kept = JSON.stringify([client.getQueryCache().getAll().map((it) => it.state), client.getMutationCache().getAll().map((it) => it.state)]);
  expect(container.outerHTML + json() + kept).not.toContain("canary");
});

test("a pasted text that cannot be read is told, and what was written stays", async () => {
  const failure = refusal("unreadable", "a comma is missing", { place: { line: 3, column: 7 } });
  await paste(fakeBackend({ ...list, read_drafts: () => { throw failure; } }), `{ "x": ${canary}`);
  expect((await screen.findByRole("alert")).textContent).toContain("Line 3, column 7");
  expect(JSON.parse(json())).toEqual({ name: "", command: "", args: [] });
});

test("several servers are added one by one", async () => {
  const backend = fakeBackend({ ...list, add_server: ({ draft }) => server(draft.title) });
  show(backend, page(reading));
  await press("Add…");
  expect(await screen.findByText("Added")).toBeTruthy();
  expect(field(/^Title/).value).toBe("two");
  await press("Add…");
  expect(window.location.hash).toBe("#/servers/two");
});

test("a whole command line in the command field is split by the app", async () => {
  const split = { ...reading, proposals: reading.proposals.slice(0, 1).map((it) => ({ ...it, draft: { ...it.draft, transport: { type: "stdio" as const, command: "npx", args: ["-y", "a b"], env: {}, cwd: null } } })) };
  const backend = fakeBackend({ ...list, read_drafts: () => split });
  show(backend, page());
  await fill("Mine", "npx -y 'a b'");
  await press("Split into command and arguments");
  expect(await screen.findByDisplayValue("npx")).toBeTruthy();
  expect([field(/^Title/).value, field(/^Arguments/).value]).toEqual(["Mine", "-y\na b"]);
});
