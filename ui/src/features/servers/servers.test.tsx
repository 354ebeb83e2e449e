import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { fakeBackend as bareBackend, refusal } from "../../../tests/support/backend";
import { able, promptsOf, resourcesOf, wishes } from "../../../tests/support/offers";
import { failed, off, ready, server, tool, toolsOf } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import type { SecretSet, ServerList, ServerRow } from "../../backend/wire";
import { ServerPane } from "./ServerPane";
import { ServersPage } from "./ServersPage";

/** What no test here is about is there all the same. */
const fakeBackend = (answers: Parameters<typeof bareBackend>[0]) => bareBackend({ server_wishes: () => wishes(), ...answers });

const page = <ServersPage selected={null} pasting={false} onPaste={() => undefined} />;
const starting = { state: "starting", attempt: 1, phase: "installing", since: Date.now() } as const;
const row = (name: string) => within(screen.getByRole("link", { name: `Open ${name}` }).closest("li") ?? document.body);

test("rows stand under what they need, and the head counts them", async () => {
  const servers = [server("a", ready(), { tools: 13 }), server("b", failed()), server("c", off)];
  show(fakeBackend({ list_servers: () => ({ servers }) }), page);
  await screen.findByText("Needs you");
  const rows = screen.getAllByRole("listitem").map((it) => it.getAttribute("data-server") ?? it.textContent);
  expect(rows).toEqual(["Needs you", "b", "On", "a", "Off", "c"]);
  expect(screen.getByTestId("counts").textContent).toBe("2 of 3 on · 1 ready · 1 needs you");
  expect(row("a").getByText("13 tools")).toBeTruthy();
  expect(document.body.dataset["ready"]).toBe("servers");
});

test("a failed row shows its last words, and the way to their cause", async () => {
  const state = failed({ stderr: ["first", "npm error 401 <b>\u202e", "  "] });
  show(fakeBackend({ list_servers: () => ({ servers: [server("a", state)] }) }), page);
  expect((await screen.findByTestId("last-words")).textContent).toBe("npm error 401 <b>\\u{202e}");
  expect(screen.getByRole("link", { name: "Diagnose a" }).getAttribute("href")).toBe("#/servers/a/diagnosis");
});

test("a server that will be tried again says when", async () => {
  const state = failed({ exit: null, since: Date.now() - 60_000, retryAt: Date.now() + 3_600_000 + 30_000 });
  show(fakeBackend({ list_servers: () => ({ servers: [server("a", state)] }) }), page);
  await screen.findByText("in 1h");
  expect(row("a").getByText(/tries again/).textContent).toContain("1m ago · tries again in 1h");
});

test("an event moves a row to another group at once", async () => {
  const shown = show(fakeBackend({ list_servers: () => ({ servers: [server("a", starting)] }) }), page);
  expect(await screen.findByRole("button", { name: "Cancel the start of a" })).toBeTruthy();
  await shown.happen({ event: "serverChanged", server: server("a", failed()) });
  expect(await screen.findByRole("heading", { name: "Needs you" })).toBeTruthy();
  await shown.happen({ event: "serverRemoved", server: "a" });
  expect(await screen.findByText("No servers yet")).toBeTruthy();
});

test("the switch says what it does, and what comes back is shown", async () => {
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", off)] }),
    switch_server: () => server("a", starting),
  });
  show(backend, page);
  await userEvent.click(await screen.findByRole("switch", { name: "a on" }));
  expect(await row("a").findByText("Installing")).toBeTruthy();
  expect(backend.said("switch_server")).toEqual([{ server: "a", on: true }]);
});

test("the focus stays on a switch through all that comes of it", async () => {
  let answer: (row: ServerRow) => void = () => undefined;
  const answered = new Promise<ServerRow>((resolve) => { answer = resolve; });
  const servers = [server("a", off), server("b", ready()), server("c", ready())];
  const shown = show(fakeBackend({ list_servers: () => ({ servers }), switch_server: () => answered }), page);
  const flip = await screen.findByRole("switch", { name: "a on" });
  while (document.activeElement !== flip) await userEvent.tab();
  await userEvent.keyboard(" ");
  expect(flip.getAttribute("aria-disabled")).toBe("true");
  await userEvent.keyboard(" ");
  await shown.happen({ event: "serverChanged", server: server("a", starting) });
  answer(server("a", starting));
  await row("a").findByRole("button", { name: "Cancel the start of a" });
  expect(document.activeElement).toBe(flip);
  await shown.happen({ event: "serverChanged", server: server("a", failed()) });
  await screen.findByText("Needs you");
  expect(document.activeElement).toBe(flip);
  await shown.happen({ event: "serverRemoved", server: "a" });
  await waitFor(() => expect(screen.queryByText("Needs you")).toBeNull());
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Open b");
});

test("the focus of a button that goes away is on the switch beside it", async () => {
  const shown = show(fakeBackend({ list_servers: () => ({ servers: [server("a", starting)] }) }), page);
  const cancel = await screen.findByRole("button", { name: "Cancel the start of a" });
  while (document.activeElement !== cancel) await userEvent.tab();
  await shown.happen({ event: "serverChanged", server: server("a", ready()) });
  await waitFor(() => expect(cancel.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole("switch", { name: "a on" }));
});

test("a person who says no to a start sees no error, and the switch stays off", async () => {
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", off)] }),
    switch_server: () => { throw refusal("declined", "the person said no"); },
  });
  show(backend, page);
  const flip = await screen.findByRole<HTMLInputElement>("switch");
  await userEvent.click(flip);
  expect([flip.checked, screen.queryByRole("alert")]).toEqual([false, null]);
});

test("a failed command is told in the app's words until it is closed", async () => {
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", off)] }),
    switch_server: () => { throw refusal("storage", "the disk is full", { hint: "Make room." }); },
  });
  show(backend, page);
  await userEvent.click(await screen.findByRole("switch"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The disk is full.");
  expect(alert.textContent).toContain("Make room.");
});

test("servers that could not be read are told, and read again when asked for", async () => {
  const answers: (() => ServerList)[] = [
    () => { throw refusal("storage", "the database is locked", { hint: "close the other program" }); },
    () => { throw refusal("storage", "the database is still locked"); },
    () => ({ servers: [server("a", off)] }),
  ];
  show(fakeBackend({ list_servers: () => answers.shift()?.() ?? { servers: [] } }), page);
  expect((await screen.findByRole("alert")).textContent).toContain("The servers could not be readThe database is locked.Close the other program.");
  const again = screen.getByRole("button", { name: "Try again" });
  await userEvent.click(again);
  await screen.findByText("The database is still locked.");
  // The note stayed all the while, and so did the focus.
  expect(document.activeElement).toBe(again);
  await userEvent.click(again);
  expect(await screen.findByRole("link", { name: "Open a" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the empty page teaches and offers the demo", async () => {
  const backend = fakeBackend({ list_servers: () => ({ servers: [] }), add_demo: () => server("demo", starting) });
  show(backend, page);
  await userEvent.click(await screen.findByRole("button", { name: "Try the built-in demo" }));
  expect(await screen.findByRole("link", { name: "Open demo" })).toBeTruthy();
});

test("a secret that is missing is asked for, and then the server is started again", async () => {
  const fix = { kind: "setSecret", key: "gh.token" } as const;
  const transport = { type: "stdio", command: "npx", args: [], env: { TOKEN: "${secret:gh.token}" }, cwd: null } as const;
  const broken = server("a", failed({ fix }), { title: "GitHub", transport: { ...transport, args: [] } });
  const backend = fakeBackend({
    list_servers: () => ({ servers: [broken] }),
    diagnose_server: () => ({ cause: "it could not sign in", hint: "set the token", tried: ["looked"], stderr: ["401"], fix }),
    set_secret: () => ({ outcome: "set", started: [] }),
    restart_server: () => server("a", starting),
  });
  show(backend, <ServerPane name="a" view="diagnosis" onClose={() => undefined} tail={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Set TOKEN…" }));
  expect(backend.said("set_secret")).toEqual([{ key: "gh.token", call: null }]);
  expect(backend.said("restart_server")).toEqual([{ server: "a" }]);
});

test("a cancelled question starts nothing", async () => {
  const fix = { kind: "setSecret", key: "k" } as const;
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", failed({ fix }))] }),
    diagnose_server: () => ({ cause: "x", hint: null, tried: [], stderr: [], fix }),
    set_secret: () => ({ outcome: "unchanged", started: [] }),
  });
  show(backend, <ServerPane name="a" view="diagnosis" onClose={() => undefined} tail={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Set k…" }));
  expect(backend.said("restart_server")).toEqual([]);
});

test("a server that started with its secret is not started twice, and a failing keychain leads to the secrets", async () => {
  const fix = { kind: "setSecret", key: "KEY" } as const;
  const answers: (() => SecretSet)[] = [() => ({ outcome: "set", started: ["a"] }), () => { throw refusal("keychain", "the keychain is locked"); }];
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", failed({ fix }))] }),
    diagnose_server: () => ({ cause: "x", hint: null, tried: [], stderr: [], fix }),
    set_secret: () => (answers.shift() ?? (() => { throw new Error(); }))(),
  });
  show(backend, <ServerPane name="a" view="diagnosis" onClose={() => undefined} tail={null} />);
  const set = await screen.findByRole("button", { name: "Set KEY…" });
  await userEvent.click(set);
  expect(backend.said("restart_server")).toEqual([]);
  await userEvent.click(set);
  expect((await screen.findByRole("alert")).textContent).toContain("The keychain is locked.");
  expect(window.location.hash).toBe("#/secrets");
});

test("a removed server can be taken back, also when its event came first", async () => {
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", off)] }),
    remove_server: ({ server: name }) => {
      backend.emit({ event: "serverRemoved", server: name });
      return { server: name, remembered: 0, title: "A" };
    },
    restore_server: () => server("a", off),
  });
  show(backend, <ServerPane name="a" view="details" onClose={() => undefined} tail={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(backend.said("restore_server")).toEqual([{ server: "a" }]);
});

test("the pane lists the tools, each a way to its page", async () => {
  const tools = Array.from({ length: 13 }, (_, n) => tool(`tool-${n}`, { description: `Does ${n}.\nAnd more.` }));
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", ready(), { tools: 13 })] }),
    list_tools: () => [toolsOf("a", tools)],
  });
  show(backend, <ServerPane name="a" view="details" onClose={() => undefined} tail={null} />);
  const list = within(await screen.findByRole("region", { name: "13 tools" }));
  expect((await list.findByRole("link", { name: "tool-0" })).getAttribute("href")).toBe("#/tools/a/tool-0");
  expect(list.getAllByRole("listitem").map((it) => it.textContent).at(-1)).toBe("tool-7Does 7.");
  expect(list.getByRole("link", { name: "Open all 13" }).getAttribute("href")).toBe("#/tools/a");
});

test("the pane never shows where a secret is kept, only that it is", async () => {
  const transport = { type: "stdio", command: "x", args: [], env: { KEY: "${secret:a.KEY}", MODE: "fast" }, cwd: null } as const;
  const backend = fakeBackend({ list_servers: () => ({ servers: [server("a", ready(), { transport: { ...transport, args: [] } })] }) });
  show(backend, <ServerPane name="a" view="details" onClose={() => undefined} tail={null} />);
  expect(await screen.findByText("in the keychain")).toBeTruthy();
  expect(screen.getByText("fast")).toBeTruthy();
  expect(screen.queryByText(/secret:/)).toBeNull();
});

const pane = <ServerPane name="a" view="details" onClose={() => undefined} tail={null} />;

test("the pane lists prompts and resources of a server that has some, each a way to its page", async () => {
  const state = ready({ capabilities: ["prompts", "resources"], roundTrip: 12, carrier: "http", session: true });
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", state)] }),
    list_prompts: () => [promptsOf(["review"])],
    list_resources: () => [resourcesOf(["file:///a b"], ["city://{name}"])],
  });
  show(backend, pane);
  const prompts = within(await screen.findByRole("region", { name: "1 prompt" }));
  expect(prompts.getByRole("link", { name: "review" }).getAttribute("href")).toBe("#/offers/a/prompt/review");
  const resources = within(await screen.findByRole("region", { name: "1 resource · 1 template" }));
  expect(resources.getByRole("link", { name: "file:///a b" }).getAttribute("href")).toBe("#/offers/a/resource/file%3A%2F%2F%2Fa%20b");
  expect(resources.getByRole("link", { name: "Open all" }).getAttribute("href")).toBe("#/offers/a");
  expect(screen.getByText("Streamable HTTP · keeps a session")).toBeTruthy();
  expect(screen.getByText("12 ms")).toBeTruthy();
});

test("a server without prompts and resources has no such sections, and is not asked for them", async () => {
  const backend = fakeBackend({ list_servers: () => ({ servers: [server("a", ready())] }) });
  show(backend, pane);
  await screen.findByRole("region", { name: "Shared folders" });
  expect(screen.queryByText("Prompts")).toBeNull();
  expect([backend.said("list_prompts"), backend.said("list_resources")]).toEqual([[], []]);
});

test("the level is asked of the server, and one that knows no levels is told so in words", async () => {
  const backend = fakeBackend({
    list_servers: () => ({ servers: [server("a", ready())] }),
    set_level: ({ level }) => wishes({ level }),
  });
  const shown = show(backend, pane);
  const level = await screen.findByRole("combobox", { name: "Logs from" });
  await waitFor(() => expect(level).toHaveProperty("disabled", false));
  await userEvent.selectOptions(level, "warning");
  expect(backend.said("set_level")).toEqual([{ server: "a", level: "warning" }]);
  await waitFor(() => expect(level).toHaveProperty("value", "warning"));
  shown.unmount();
  show(fakeBackend({ list_servers: () => ({ servers: [server("a", ready())] }), server_wishes: () => wishes({ can: { ...able, log: false } }) }), pane);
  expect(await screen.findByText("This server does not let itself be told how much to log.")).toBeTruthy();
  expect(screen.getByRole("combobox", { name: "Logs from" })).toHaveProperty("disabled", true);
});

test("a folder is shared by its path, a wrong one is told at the field, and one that goes can come back", async () => {
  const answers = [() => { throw refusal("invalid", "there is no folder `/nope`", { field: "folder" }); }, () => wishes({ folders: ["/src"] }), () => wishes(), () => wishes({ folders: ["/src"] })];
  const backend = fakeBackend({ list_servers: () => ({ servers: [server("a", ready())] }), share_folder: () => (answers.shift() ?? (() => wishes()))() });
  show(backend, pane);
  const field = await screen.findByRole("textbox", { name: "A folder’s whole path" });
  await userEvent.type(field, "/nope{Enter}");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  await userEvent.clear(field);
  await userEvent.type(field, " /src {Enter}");
  await userEvent.click(await screen.findByRole("button", { name: "Share /src no more" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  const said = (folder: string, on: boolean) => ({ server: "a", folder, on });
  await waitFor(() => expect(backend.said("share_folder")).toEqual([said("/nope", true), said("/src", true), said("/src", false), said("/src", true)]));
  expect(await screen.findByText("/src", { selector: ".mono bdi" })).toBeTruthy();
});
