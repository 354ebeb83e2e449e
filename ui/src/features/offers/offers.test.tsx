import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { fakeBackend, refusal } from "../../../tests/support/backend";
import { able, contents, given, prompt, promptsOf, resourcesOf, wishes } from "../../../tests/support/offers";
import { off, ready, server } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import type { Offer } from "../../lib/route";
import OffersPage from "./OffersPage";

type Answers = Parameters<typeof fakeBackend>[0];

const review = prompt("review", { arguments: [{ name: "code", title: null, description: "All of it.", required: true }, { name: "language", title: null, description: "", required: false }] });
const page = (offer: Offer | null = null) => <OffersPage server="a" offer={offer} />;
const app = (more: Answers = {}) => fakeBackend({
  list_servers: () => ({ servers: [server("a", ready(), { title: "A" })] }),
  list_prompts: () => [promptsOf([review])],
  list_resources: () => [resourcesOf(["file:///a"], ["city://{name}/now"])],
  server_wishes: () => wishes(),
  list_inbox: () => ({ waiting: [], approvals: [], settled: [] }),
  complete_argument: () => ({ values: [], total: null, more: false }),
  cancel_call: () => null,
  ...more,
});
const onPrompt: Offer = { kind: "prompt", id: "review" };
const onResource: Offer = { kind: "resource", id: "file:///a" };

test("a prompt is asked for only with what it needs, and its messages are shown by role", async () => {
  const backend = app({ get_prompt: () => given("Review <b>this</b>") });
  show(backend, page(onPrompt));
  const code = await screen.findByRole("combobox", { name: /code/ });
  await userEvent.click(screen.getByRole("button", { name: "Get" }));
  expect(screen.getByText("This is needed.")).toBeTruthy();
  expect(document.activeElement).toBe(code);
  expect(backend.said("get_prompt")).toEqual([]);
  await userEvent.type(code, "x{Control>}{Enter}{/Control}");
  const message = within(await screen.findByTestId("message"));
  expect(message.getByText("User")).toBeTruthy();
  expect(message.getByText("Review <b>this</b>")).toBeTruthy();
  expect(backend.said("get_prompt")).toMatchObject([{ server: "a", prompt: "review", arguments: { code: "x" } }]);
});

test("what the app says of an argument stands at its field", async () => {
  show(app({ get_prompt: () => { throw refusal("bad_arguments", "`language` is not known", { field: "language" }); } }), page(onPrompt));
  await userEvent.type(await screen.findByRole("combobox", { name: /code/ }), "x{Control>}{Enter}{/Control}");
  await waitFor(() => expect(screen.getByRole("combobox", { name: "language" }).getAttribute("aria-invalid")).toBe("true"));
});

test("suggestions come while one types, with what is filled in already, and one is taken by keyboard", async () => {
  const backend = app({ complete_argument: ({ value }) => ({ values: ["python", "perl"].filter((it) => it.startsWith(value)), total: 340, more: true }) });
  show(backend, page(onPrompt));
  await userEvent.type(await screen.findByRole("combobox", { name: /code/ }), "x");
  const language = screen.getByRole("combobox", { name: "language" });
  await userEvent.type(language, "py");
  await screen.findByRole("option", { name: "python", hidden: true }, { timeout: 4000 });
  await waitFor(() => expect(backend.said("complete_argument").at(-1)).toMatchObject({ of: { type: "prompt", name: "review" }, argument: "language", value: "py", others: { code: "x" } }));
  await waitFor(() => expect(screen.queryByRole("option", { name: "perl", hidden: true })).toBeNull());
  expect(screen.getByText("1 of 340; type on for others")).toBeTruthy();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(language).toHaveProperty("value", "python");
});

test("a server that suggests nothing is not asked to", async () => {
  const backend = app({ server_wishes: () => wishes({ can: { ...able, complete: false } }) });
  show(backend, page(onPrompt));
  await userEvent.type(await screen.findByRole("combobox", { name: "language" }), "py");
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(backend.said("complete_argument")).toEqual([]);
});

test("a resource is read when it is opened, and again when it changes", async () => {
  let times = 0;
  const backend = app({ read_resource: () => contents(`text ${(times += 1)}`), server_wishes: () => wishes({ watched: ["file:///a"] }) });
  const shown = show(backend, page(onResource));
  expect(await screen.findByText("text 1")).toBeTruthy();
  expect(screen.getByText("Watched. It has not changed yet.")).toBeTruthy();
  await shown.happen({ event: "resourceUpdated", server: "a", uri: "file:///a" });
  expect(await screen.findByText("text 2")).toBeTruthy();
  expect(screen.getByTestId("watch").textContent).toContain("Watched. Changed now");
  await userEvent.click(screen.getByRole("button", { name: "Read again" }));
  expect(await screen.findByText("text 3")).toBeTruthy();
});

test("a reading that failed keeps what was read before, and says so", async () => {
  const answers = [() => contents("old"), () => { throw refusal("call_failed", "the server says: gone"); }];
  show(app({ read_resource: () => (answers.shift() ?? (() => contents("new")))() }), page(onResource));
  await screen.findByText("old");
  await userEvent.click(screen.getByRole("button", { name: "Read again" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The server says: gone.");
  expect(screen.getByText("This is what was read before:")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Read again" }));
  expect(await screen.findByText("new")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a reading that nobody waits for any more is stopped", async () => {
  const backend = app({ read_resource: () => new Promise(() => undefined) });
  const shown = show(backend, page(onResource));
  await screen.findByRole("button", { name: "Cancel" });
  const call = backend.said("read_resource")[0];
  shown.unmount();
  await waitFor(() => expect(backend.said("cancel_call")).toHaveLength(1));
  expect(call).toMatchObject(backend.said("cancel_call")[0] ?? {});
});

test("the switch watches, and a server that cannot tell says so in words", async () => {
  const backend = app({ read_resource: () => contents("x"), watch_resource: () => null });
  const shown = show(backend, page(onResource));
  const watch = await screen.findByRole("switch", { name: "Watch" });
  await waitFor(() => expect(watch).toHaveProperty("disabled", false));
  await userEvent.click(watch);
  expect(backend.said("watch_resource")).toEqual([{ server: "a", uri: "file:///a", on: true }]);
  shown.unmount();
  show(app({ read_resource: () => contents("x"), server_wishes: () => wishes({ can: { ...able, watch: false } }) }), page(onResource));
  expect(await screen.findByText(/does not tell when a resource changes/)).toBeTruthy();
  expect(screen.getByRole("switch")).toHaveProperty("disabled", true);
});

test("a template becomes the address that its variables make", async () => {
  const backend = app({ read_resource: () => contents("rain") });
  show(backend, page({ kind: "template", id: "city://{name}/now" }));
  await userEvent.type(await screen.findByRole("combobox", { name: "name" }), "São Paulo");
  expect(screen.getByTestId("address").textContent).toContain("city://S%C3%A3o%20Paulo/now");
  await userEvent.click(screen.getByRole("button", { name: "Read" }));
  expect(await screen.findByText("rain")).toBeTruthy();
  expect(backend.said("read_resource")).toMatchObject([{ server: "a", uri: "city://S%C3%A3o%20Paulo/now" }]);
});

test("a list that changes is read again at once", async () => {
  const lists = [promptsOf(["one"]), promptsOf(["one", "two"])];
  const shown = show(app({ list_prompts: () => [lists.shift() ?? promptsOf([])] }), page());
  expect((await screen.findByTestId("counts")).textContent).toBe("1 prompt · 1 resource");
  await shown.happen({ event: "promptsChanged", server: "a" });
  await waitFor(() => expect(screen.getByTestId("counts").textContent).toBe("2 prompts · 1 resource"));
});

test("a server that is off, one that offers nothing, and one that is gone say what to do", async () => {
  const none = { list_prompts: () => [promptsOf([])], list_resources: () => [resourcesOf([])] };
  const shown = show(app({ ...none, list_servers: () => ({ servers: [server("a", off, { title: "A" })] }) }), page());
  expect(await screen.findByText("A is not ready")).toBeTruthy();
  // It starts: what was known of the run before is asked for again.
  await shown.happen({ event: "serverChanged", server: server("a", ready({ since: 5 }), { title: "A", tools: 2 }) });
  expect(await screen.findByText("No prompts and no resources")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open its tools" }).getAttribute("href")).toBe("#/tools/a");
  await shown.happen({ event: "serverRemoved", server: "a" });
  expect(await screen.findByText("This server is gone")).toBeTruthy();
});

test("lists that could not be read are told, and read again when asked for", async () => {
  const answers = [() => { throw refusal("storage", "the database is locked"); }, () => [promptsOf(["one"])]];
  show(app({ list_prompts: () => (answers.shift() ?? (() => []))() }), page());
  expect((await screen.findByRole("alert")).textContent).toContain("The prompts could not be readThe database is locked.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  expect(screen.getByTestId("counts").textContent).toBe("1 prompt · 1 resource");
});
