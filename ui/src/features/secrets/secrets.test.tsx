import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { SecretList, SecretSet } from "../../backend/wire";
import { fakeBackend, refusal } from "../../../tests/support/backend";
import { missing, remembered, secret } from "../../../tests/support/questions";
import { show } from "../../../tests/support/show";
import SecretsPage from "./SecretsPage";

const row = (key: string) => within(document.querySelector<HTMLElement>(`[data-secret="${key}"]`) ?? document.body);
const set: SecretSet = { outcome: "set", started: [] };
const locked = () => refusal("keychain", "the keychain is locked", { hint: "Unlock the keychain, then try again." });

function list(...secrets: SecretList["secrets"]): { list_secrets: () => SecretList } {
  return { list_secrets: () => ({ secrets, keychain: null, locked: false }) };
}

test("what is missing stands on top, and each group under its heading", async () => {
  const rows = [
    secret("DATABASE_URL", { usedBy: [{ server: "pg", title: "Postgres", field: "URL" }], lastUsedAt: Date.now() - 3_700_000 }),
    secret("HELD", { place: "memory", createdAt: null }), missing("TOKEN", "GitHub", "Linear"), remembered("ssh", "password"),
  ];
  show(fakeBackend(list(...rows)), <SecretsPage />);
  const groups = await screen.findAllByRole("region");
  expect(groups.map((it) => within(it).getByRole("heading").textContent)).toEqual(["Missing", "Secrets", "Remembered answers"]);
  expect(screen.getByTestId("counts").textContent).toBe("2 secrets · 1 remembered answer · 1 is missing");
  expect(row("TOKEN").getByText("Not in the keychain")).toBeTruthy();
  expect(row("TOKEN").getByRole("link", { name: "GitHub" }).getAttribute("href")).toBe("#/servers/GitHub");
  expect(row("TOKEN").queryByRole("button", { name: /Remove/ })).toBeNull();
  expect(row("HELD").getByText("Held until quit")).toBeTruthy();
  expect(row("DATABASE_URL").getByText("1h ago")).toBeTruthy();
  expect(row("elicit/ssh/password").getByText("password")).toBeTruthy();
});

test("a missing secret is set outside of the page, and the servers that waited are told of", async () => {
  const backend = fakeBackend({ ...list(missing("TOKEN", "GitHub")), set_secret: () => ({ outcome: "set", started: ["github"] }) });
  show(backend, <SecretsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Set… TOKEN" }));
  expect(backend.said("set_secret")).toEqual([{ key: "TOKEN", call: null }]);
  expect(await screen.findByText("TOKEN is set, and the server that waited for it starts")).toBeTruthy();
});

test("a question that is cancelled changes nothing and says nothing", async () => {
  const backend = fakeBackend({ ...list(secret("TOKEN")), set_secret: () => ({ outcome: "unchanged", started: [] }) });
  show(backend, <SecretsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Replace… TOKEN" }));
  expect(screen.queryByText(/TOKEN is/)).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a new secret is named here, by a rule that is said, and nothing else can be typed", async () => {
  const backend = fakeBackend({ ...list(secret("OLD")), set_secret: () => set });
  show(backend, <SecretsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Add secret" }));
  const form = within(screen.getByRole("form", { name: "Add secret" }));
  const name = form.getByRole("textbox", { name: "Name" });
  expect(document.activeElement).toBe(name);
  await userEvent.type(name, "github-token{Enter}");
  expect(form.getByText(/Write it in capitals/)).toBeTruthy();
  expect(backend.said("set_secret")).toEqual([]);
  await userEvent.clear(name);
  await userEvent.type(name, "OLD");
  expect(form.getByText(/would be replaced/)).toBeTruthy();
  await userEvent.clear(name);
  await userEvent.type(name, " GITHUB_TOKEN {Enter}");
  expect(backend.said("set_secret")).toEqual([{ key: "GITHUB_TOKEN", call: null }]);
  expect(await screen.findByText("GITHUB_TOKEN is set")).toBeTruthy();
  expect(screen.queryByRole("form")).toBeNull();
});

test("Esc closes the form and gives the focus back", async () => {
  show(fakeBackend(list(secret("OLD"))), <SecretsPage />);
  const add = await screen.findByRole("button", { name: "Add secret" });
  await userEvent.click(add);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("form")).toBeNull();
  await expect.poll(() => document.activeElement).toBe(add);
});

test("before a secret goes, who refers to it is said, and keeping it is the default", async () => {
  const usedBy = [{ server: "gh", title: "GitHub", field: "TOKEN" }];
  const backend = fakeBackend({ ...list(secret("TOKEN", { usedBy })), remove_secret: () => null });
  show(backend, <SecretsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Remove TOKEN" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove TOKEN?" }));
  expect(dialog.getByText("GitHub")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Keep it" }));
  expect(backend.said("remove_secret")).toEqual([]);
  await userEvent.click(await screen.findByRole("button", { name: "Remove TOKEN" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove" }));
  expect(backend.said("remove_secret")).toEqual([{ key: "TOKEN" }]);
  expect(await screen.findByText("TOKEN is removed")).toBeTruthy();
});

test("before a remembered answer is forgotten, who asks for it is said, and keeping it is the default", async () => {
  const backend = fakeBackend({ ...list(remembered("ssh", "password")), remove_secret: () => null });
  show(backend, <SecretsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Forget password of ssh" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Forget password?" }));
  expect(dialog.getByText("ssh asks you for it again when it needs it.")).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Keep it" }));
  expect(backend.said("remove_secret")).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Forget" }));
  expect(backend.said("remove_secret")).toEqual([{ key: "elicit/ssh/password" }]);
});

test("a keychain that fails is said with what to do, and memory is used by choice alone", async () => {
  const backend = fakeBackend({ ...list(missing("TOKEN", "GitHub")), set_secret: () => { throw locked(); }, hold_secret: () => set });
  show(backend, <SecretsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Set… TOKEN" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("TOKEN was not kept. The keychain is locked.Unlock the keychain, then try again.");
  expect(backend.said("hold_secret")).toEqual([]);
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(backend.said("set_secret")).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Hold in memory until quit…" }));
  expect(backend.said("hold_secret")).toEqual([{ key: "TOKEN", call: null }]);
  expect(await screen.findByText("TOKEN is set")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a keychain that does not say what it has leaves the names, and can be asked again", async () => {
  let there = false;
  const backend = fakeBackend({
    list_secrets: () => (there
      ? { secrets: [secret("TOKEN")], keychain: null, locked: false }
      : { secrets: [secret("TOKEN", { place: "unknown" }), secret("NEW", { place: "unknown", createdAt: null })], keychain: locked().failure, locked: true }),
    hold_secret: () => set,
  });
  show(backend, <SecretsPage />);
  expect((await screen.findByRole("alert")).textContent).toContain("Unlock the keychain");
  expect(row("NEW").getByText("Not known yet")).toBeTruthy();
  expect(row("TOKEN").getByText("Kept, out of reach")).toBeTruthy();
  await userEvent.click(row("NEW").getByRole("button", { name: "Hold until quit… NEW" }));
  expect(backend.said("hold_secret")).toEqual([{ key: "NEW", call: null }]);
  expect(row("TOKEN").getByRole("button", { name: "Hold until quit… TOKEN" })).toBeTruthy();
  there = true;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("In the keychain")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what changes elsewhere is read again", async () => {
  const rows = [secret("ONE")];
  const backend = fakeBackend({ list_secrets: () => ({ secrets: [...rows], keychain: null, locked: false }) });
  const shown = show(backend, <SecretsPage />);
  await screen.findByText("ONE");
  rows.push(secret("TWO"));
  await shown.happen({ event: "secretsChanged" });
  expect(await screen.findByText("TWO")).toBeTruthy();
});

test("a search that finds nothing says so", async () => {
  show(fakeBackend(list(secret("ONE"))), <SecretsPage />);
  await userEvent.type(await screen.findByRole("searchbox"), "two");
  expect(screen.getByText("No secret matches “two”.")).toBeTruthy();
});

test("the empty page teaches, and offers the first step", async () => {
  show(fakeBackend(list()), <SecretsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Add secret" }));
  expect(screen.getByRole("textbox", { name: "Name" })).toBeTruthy();
});
