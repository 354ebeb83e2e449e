import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { FoundProvider, ModelView, ProviderView } from "../../backend/wire";
import { fakeBackend, refusal } from "../../../tests/support/backend";
import { model, provider, told } from "../../../tests/support/models";
import { show } from "../../../tests/support/show";
import ModelsPage from "./ModelsPage";
import ProviderPane from "./ProviderPane";

const ollama: FoundProvider = { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", models: ["a", "b", "c", "d", "e"], wantsKey: false };
const far = (id: number, name: string, more: Partial<ProviderView> = {}) => provider(id, name, { local: false, dialect: "anthropic", baseUrl: "https://a.example", ...more });

function there(providers: ProviderView[], found: FoundProvider[] = []) {
  return { list_providers: () => structuredClone(providers), find_providers: () => found };
}
const pane = (id: number) => <ProviderPane id={id} onClose={() => undefined} />;
const row = (id: number) => within(document.querySelector<HTMLElement>(`[data-provider="${id}"]`) ?? document.body);

test("a beginner is offered what answers on this computer, and a click takes it", async () => {
  const backend = fakeBackend({ ...there([], [ollama]), add_provider: (it) => provider(7, it.name) });
  show(backend, <ModelsPage selected={null} />);
  expect(await screen.findByRole("heading", { name: "Which model should answer in the chat?" })).toBeTruthy();
  expect(await screen.findByText("5 models: a, b, c and 2 more")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Use it: Ollama" }));
  expect(backend.said("add_provider")).toEqual([{ name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", dialect: "chatCompletions", withKey: false }]);
  expect(await screen.findByText("Ollama is added")).toBeTruthy();
  expect(window.location.hash).toBe("#/models/7");
});

test("who answers and wants a key is offered with it", async () => {
  const locked: FoundProvider = { name: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", models: [], wantsKey: true };
  const backend = fakeBackend({ ...there([], [locked]), add_provider: (it) => provider(7, it.name) });
  show(backend, <ModelsPage selected={null} />);
  expect(await screen.findByText("Needs a key")).toBeTruthy();
  expect(screen.getByText("It names its models once it has its key.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Use it: vLLM" }));
  expect(backend.said("add_provider")).toEqual([{ name: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", dialect: "chatCompletions", withKey: true }]);
});

test("where nothing answers it is said what to start, and it can be looked for again", async () => {
  const found: FoundProvider[] = [];
  show(fakeBackend(there([], found)), <ModelsPage selected={null} />);
  expect(await screen.findByText(/No model server answers here/)).toBeTruthy();
  found.push(ollama);
  await userEvent.click(screen.getByRole("button", { name: "Look again" }));
  expect(await screen.findByRole("button", { name: "Use it: Ollama" })).toBeTruthy();
});

test("what is chosen fills in the rest, and no key is typed in the page", async () => {
  const backend = fakeBackend({ ...there([provider(1, "Here")]), add_provider: (it) => far(2, it.name, { hasKey: true }) });
  show(backend, <ModelsPage selected={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add provider" }));
  await userEvent.click(screen.getByRole("button", { name: "Anthropic" }));
  const form = within(screen.getByRole("form", { name: "Anthropic" }));
  expect(form.getAllByRole("textbox").map((it) => (it instanceof HTMLInputElement ? it.value : null))).toEqual(["Anthropic", "https://api.anthropic.com"]);
  expect(document.querySelector("input[type=password]")).toBeNull();
  await userEvent.click(form.getByRole("button", { name: "Add and set key…" }));
  expect(backend.said("add_provider")).toEqual([{ name: "Anthropic", dialect: "anthropic", baseUrl: "https://api.anthropic.com", withKey: true }]);
  await waitFor(() => expect(screen.queryByTestId("add")).toBeNull());
});

test("an address that is none is told at its field, and nothing is sent", async () => {
  const backend = fakeBackend(there([provider(1, "Here")]));
  show(backend, <ModelsPage selected={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add provider" }));
  await userEvent.click(screen.getByRole("button", { name: "Other, OpenAI-compatible" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Address" }), "ftp://models.example{Enter}");
  expect(screen.getByText(/That is no address/)).toBeTruthy();
  expect(backend.said("add_provider")).toEqual([]);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByTestId("add")).toBeNull();
});

test("why a provider was not added stands in the form, at the field that it is about", async () => {
  const backend = fakeBackend({ ...there([provider(1, "Here")]), add_provider: () => { throw refusal("invalid", "there is one of this name", { field: "name" }); } });
  show(backend, <ModelsPage selected={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add provider" }));
  await userEvent.click(screen.getByRole("button", { name: "Ollama" }));
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(screen.getByRole("textbox", { name: "Name" }).getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("There is one of this name.")).toBeTruthy();
});

test("a provider that waits for its key says so, and the key is asked for outside of the page", async () => {
  const backend = fakeBackend({ ...there([far(1, "Claude")]), set_provider_key: () => far(1, "Claude", { hasKey: true }) });
  show(backend, <ModelsPage selected={null} />);
  await screen.findByText("No key yet");
  expect(screen.getByTestId("counts").textContent).toBe("1 provider · 1 has no key");
  await userEvent.click(row(1).getByRole("button", { name: "Set key… Claude" }));
  expect(backend.said("set_provider_key")).toEqual([{ provider: 1 }]);
  expect(await row(1).findByText("Key kept")).toBeTruthy();
  expect(row(1).queryByRole("button")).toBeNull();
});

test("a provider without its key is not asked for its models", async () => {
  const backend = fakeBackend(there([far(1, "Claude")]));
  show(backend, pane(1));
  expect(await screen.findByText("Set its key, and its models are listed here.")).toBeTruthy();
  expect(backend.said("list_models")).toEqual([]);
});

const models: ModelView[] = [model("small"), { ...model("large", {}, "Large One"), context: 8192 }];
const listed = { ...there([provider(1, "Ollama")]), list_models: () => structuredClone(models) };
const line = (id: string) => within(document.querySelector<HTMLElement>(`[data-model="${id}"]`) ?? document.body);

test("a favourite stands first at once, and is as it was where it is not kept", async () => {
  let keeps = true;
  const backend = fakeBackend({ ...listed, tell_model: () => { if (!keeps) throw refusal("storage", "the disk is full"); return null; } });
  show(backend, pane(1));
  const ids = () => [...document.querySelectorAll<HTMLElement>("[data-model]")].map((it) => it.dataset["model"]);
  await userEvent.click(await screen.findByRole("button", { name: "Favourite Large One" }));
  expect(backend.said("tell_model")).toEqual([{ model: { provider: 1, model: "large" }, told: told({ favourite: true }) }]);
  expect(line("large").getByText(/8,192/)).toBeTruthy();
  expect(ids()).toEqual(["large", "small"]);
  keeps = false;
  await userEvent.click(screen.getByRole("button", { name: "Favourite Large One" }));
  expect(await screen.findByText("The disk is full.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Favourite Large One" }).getAttribute("aria-pressed")).toBe("true");
});

test("a price is typed whole, and is what a cost is shown by", async () => {
  const backend = fakeBackend({ ...listed, tell_model: () => null });
  show(backend, pane(1));
  await userEvent.click(await screen.findByRole("button", { name: "Details of small" }));
  const form = within(screen.getByRole("form", { name: "Details of small" }));
  expect(form.getByText("Steward shows a cost only from the provider’s own reply or from the price you type.")).toBeTruthy();
  await userEvent.type(form.getByLabelText("It reads"), "0.15");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect(form.getByRole("alert").textContent).toContain("leave both empty");
  await userEvent.type(form.getByLabelText("It writes"), "0.6");
  await userEvent.click(form.getByRole("switch", { name: /Send it no pictures/ }));
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect(backend.said("tell_model")).toEqual([{ model: { provider: 1, model: "small" }, told: told({ price: { input: 0.15, output: 0.6, cached: null }, blind: true }) }]);
  expect(await line("small").findByText("$0.15 in, $0.6 out · no pictures")).toBeTruthy();
});

test("a test says step by step what went well, what did not, and what was not tried", async () => {
  const steps = [{ what: "reach" as const, ok: true, words: "it answers" }, { what: "signIn" as const, ok: false, words: "it does not take the key" }];
  show(fakeBackend({ ...listed, test_model: () => ({ steps, took: 40 }) }), pane(1));
  await userEvent.click(await screen.findByRole("button", { name: "Test small" }));
  await line("small").findByText("Something is wrong");
  expect([...document.querySelectorAll("[data-step]")].map((it) => it.textContent)).toEqual([
    "Reach itwellIt answers.", "Sign infailedIt does not take the key.", "Find the modelNot tried", "Get an answerNot tried", "Call a toolNot tried",
  ]);
});

test("a provider that does not list its models says why, and can be asked again", async () => {
  let up = false;
  show(fakeBackend({ ...listed, list_models: () => { if (!up) throw refusal("call_failed", "nobody answers at `localhost:11434`"); return models; } }), pane(1));
  expect((await screen.findByRole("alert")).textContent).toContain("Ollama did not list its models");
  up = true;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("2 models")).toBeTruthy();
});

test("a long list is searched, and drawn no further than one can look", async () => {
  const many = Array.from({ length: 120 }, (_, n) => model(`m-${n}`));
  show(fakeBackend({ ...listed, list_models: () => many }), pane(1));
  await screen.findByText("120 models");
  expect(document.querySelectorAll("[data-model]")).toHaveLength(40);
  await userEvent.type(screen.getByRole("searchbox"), "m-119");
  expect(line("m-119").getByText("m-119")).toBeTruthy();
  expect(document.querySelectorAll("[data-model]")).toHaveLength(1);
});

test("an address on another host says that the key stays behind", async () => {
  const update = far(1, "Claude", { baseUrl: "https://b.example" });
  const backend = fakeBackend({ ...there([far(1, "Claude", { hasKey: true })]), list_models: () => [], update_provider: () => update });
  show(backend, pane(1));
  const address = await screen.findByRole("textbox", { name: "Address" });
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await userEvent.clear(address);
  await userEvent.type(address, "https://b.example");
  expect(screen.getByText("The key stays behind with a.example: you will be asked for another one.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(backend.said("update_provider")).toEqual([{ provider: 1, name: "Claude", dialect: "anthropic", baseUrl: "https://b.example" }]);
  expect(await screen.findByText("No key yet")).toBeTruthy();
});

test("a provider that was removed is back with its key when that is undone in time", async () => {
  const backend = fakeBackend({ ...listed, remove_provider: () => null });
  show(backend, <><ModelsPage selected={null} />{pane(1)}</>);
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("There is no such provider any more.")).toBeTruthy();
  expect(document.querySelector("[data-provider]")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("link", { name: "Open Ollama" })).toBeTruthy();
  expect(backend.said("remove_provider")).toEqual([]);
});

test("a removed provider goes with the window, if that goes first", async () => {
  const backend = fakeBackend({ ...listed, remove_provider: () => null });
  show(backend, <><ModelsPage selected={null} />{pane(1)}</>);
  await userEvent.click(await screen.findByRole("button", { name: "Remove" }));
  window.dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(backend.said("remove_provider")).toEqual([{ provider: 1 }]));
});

test("what changes elsewhere is read again", async () => {
  const all = [provider(1, "One")];
  const shown = show(fakeBackend({ ...there([]), list_providers: () => [...all] }), <ModelsPage selected={null} />);
  await screen.findByRole("link", { name: "Open One" });
  all.push(provider(2, "Two", { baseUrl: "http://localhost:1/v1" }));
  await shown.happen({ event: "providersChanged" });
  expect(await screen.findByRole("link", { name: "Open Two" })).toBeTruthy();
});

test("a key that could not be kept leaves the provider there, and says why", async () => {
  const backend = fakeBackend({ ...there([provider(1, "Here")]), add_provider: () => { throw refusal("keychain", "the keychain is locked"); } });
  show(backend, <ModelsPage selected={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add provider" }));
  await userEvent.click(screen.getByRole("button", { name: "Anthropic" }));
  await userEvent.click(screen.getByRole("button", { name: "Add and set key…" }));
  expect(await screen.findByText("The keychain is locked.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByTestId("add")).toBeNull());
  expect(backend.said("list_providers")).toHaveLength(2);
});

test("an address that others could listen to is not taken", async () => {
  const backend = fakeBackend(there([provider(1, "Here")]));
  show(backend, <ModelsPage selected={null} />);
  await userEvent.click(await screen.findByRole("button", { name: "Add provider" }));
  await userEvent.click(screen.getByRole("button", { name: "Other, OpenAI-compatible" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Address" }), "http://models.example{Enter}");
  expect(screen.getByText(/everybody on the way could read the key/)).toBeTruthy();
  expect(backend.said("add_provider")).toEqual([]);
});
