import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { RuleTerms, RuleView, ServerRow, ServerTools } from "../../backend/wire";
import { fakeBackend, refusal } from "../../../tests/support/backend";
import { rule } from "../../../tests/support/models";
import { server, tool, toolsOf } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import ApprovalsPage from "./ApprovalsPage";

const servers: ServerRow[] = [server("files", undefined, { title: "Files" })];
const tools: ServerTools[] = [toolsOf("files", [tool("read_file"), tool("write_file")])];

/** An app that keeps what is saved, under other names than before. */
function app(first: RuleView[], set: (rules: RuleTerms[]) => void = () => undefined) {
  let rules = first;
  return fakeBackend({
    list_servers: () => ({ servers }),
    list_tools: () => tools,
    list_rules: () => ({ rules }),
    set_rules: ({ rules: all }) => {
      set(all);
      rules = all.map((terms, at) => ({ id: 100 + at, terms, stale: false, removed: false, title: null, created: 0 }));
      return { rules };
    },
  });
}
const saved = (backend: ReturnType<typeof app>) =>
  backend.said("set_rules").map((it) => (it && typeof it === "object" && "rules" in it && Array.isArray(it.rules) ? it.rules.map((one: RuleTerms) => `${one.action} ${one.tool}`) : []));
const rows = () => [...document.querySelectorAll<HTMLElement>("[data-rule]")];
const row = (id: number) => within(rows().find((it) => it.dataset["rule"] === String(id)) ?? document.body);
const two = [rule(1, { tool: "read_*", action: "allow", server: "files" }), rule(2, { tool: "write_*", action: "deny" })];

/** HOST-63 */
test("the page says first that Steward asks, and then each rule in the order in which it is weighed", async () => {
  const stale = { ...rule(3, { tool: "x", action: "allow", digest: "d", below: "/home/ada", conversation: "c", note: "why" }, true), title: "Tidy up" };
  const removed = { ...rule(4, { server: "files", registration: "r0", tool: "y", action: "allow" }), removed: true };
  show(app([...two, stale, removed]), <ApprovalsPage />);
  expect(await screen.findByText("Steward asks before every tool call that you did not allow.")).toBeTruthy();
  await waitFor(() => expect(rows()).toHaveLength(4));
  expect(await row(1).findByText("of Files")).toBeTruthy();
  const cells = (id: number) => row(id).getAllByRole("cell").slice(1, -1).map((it) => it.textContent);
  expect(cells(1)).toEqual(["1", "Allow", "read_*of Files", "", "Everywhere", "For good", ""]);
  expect(cells(2)).toEqual(["2", "Deny", "write_*of every server", "", "Everywhere", "For good", ""]);
  expect(cells(3)).toEqual(["3", "Allow", "xof every serverSleeps: the tool changed since", "Only in folder /home/ada", "One conversation: Tidy up", "For good", "why"]);
  expect(row(3).getByRole("link", { name: "Tidy up" }).getAttribute("href")).toBe("#/chat/c");
  expect(cells(4)).toEqual(["4", "Allow", "yof filesHolds no more: its server was removed, or runs something else now", "", "Everywhere", "For good", ""]);
});

test("nothing is sent before it is saved, and what was saved can be undone", async () => {
  const backend = app(two);
  show(backend, <ApprovalsPage />);
  await userEvent.click(await screen.findByRole("button", { name: /^Move up: Deny/ }));
  expect(screen.getByTestId("changes").textContent).toBe("Not saved yet: another order");
  expect(saved(backend)).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(saved(backend)).toEqual([["deny write_*", "allow read_*"]]);
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(saved(backend)[1]).toEqual(["allow read_*", "deny write_*"]);
  expect(await screen.findByText("The rules are as they were before")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
});

test("Alt and an arrow move a rule, it is read out, and the focus goes along", async () => {
  show(app(two), <ApprovalsPage />);
  const box = await screen.findByRole("checkbox", { name: /^Select Allow/ });
  box.focus();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(rows().map((it) => it.dataset["rule"])).toEqual(["2", "1"]);
  expect(screen.getByText("Allow: read_* of Files is now 2 of 2")).toBeTruthy();
  expect(document.activeElement?.closest<HTMLElement>("[data-rule]")?.dataset["rule"]).toBe("1");
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(rows().map((it) => it.dataset["rule"])).toEqual(["2", "1"]);
});

test("several rules are changed at once, and removed ones can be put back", async () => {
  const backend = app(two);
  show(backend, <ApprovalsPage />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all" }));
  await userEvent.click(within(screen.getByRole("group", { name: "Change what is selected" })).getByRole("button", { name: "Ask" }));
  expect(screen.getByTestId("changes").textContent).toBe("Not saved yet: 2 changed");
  await userEvent.click(within(screen.getByRole("group", { name: "Change what is selected" })).getByRole("button", { name: "Remove" }));
  expect(screen.getByTestId("changes").textContent).toBe("Not saved yet: 2 removed");
  await userEvent.click(row(1).getByRole("button", { name: /^Put back/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(saved(backend)).toEqual([["ask read_*"]]);
});

test("a rule is written with a look at what it fits, and stands where it belongs", async () => {
  const backend = app(two);
  show(backend, <ApprovalsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Add rule" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add rule" }));
  await userEvent.click(dialog.getByRole("button", { name: "Put it in the list" }));
  expect(dialog.getByText("Name a tool, or write * for every one.")).toBeTruthy();
  await userEvent.type(dialog.getByRole("combobox", { name: "Tools" }), "*_*");
  expect(dialog.getByText("Fits 2 tools now: read_file, write_file")).toBeTruthy();
  await userEvent.type(dialog.getByRole("textbox", { name: "Only in folder" }), "notes");
  await userEvent.click(dialog.getByRole("button", { name: "Put it in the list" }));
  expect(dialog.getByText("Give the whole path, from / on.")).toBeTruthy();
  await userEvent.clear(dialog.getByRole("textbox", { name: "Only in folder" }));
  await userEvent.click(dialog.getByRole("radio", { name: /^Deny/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Put it in the list" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByTestId("changes").textContent).toBe("Not saved yet: 1 new");
  expect(row(2).getByText("Never reached: rule 1 decides before")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(saved(backend)).toEqual([["deny *_*", "allow read_*", "deny write_*"]]);
});

test("a rule that lets everything run says so before it is in the list", async () => {
  show(app([]), <ApprovalsPage />);
  await userEvent.click(await screen.findByRole("button", { name: "Add rule" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByRole("combobox", { name: "Tools" }), "*");
  expect(dialog.getByText(/Every tool of every server would run without a question/)).toBeTruthy();
});

test("another tool than before is not held to the definition of the old one", async () => {
  const kept: RuleTerms[][] = [];
  show(app([rule(1, { tool: "write_file", action: "allow", digest: "d1" })], (it) => kept.push(it)), <ApprovalsPage />);
  await userEvent.click(await screen.findByRole("button", { name: /^Edit: Allow/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit rule" }));
  expect(dialog.getByRole("switch", { name: /Only while the tool is defined/ })).toBeTruthy();
  await userEvent.type(dialog.getByRole("combobox", { name: "Tools" }), "s");
  expect(dialog.queryByRole("switch")).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Put it in the list" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save changes" }));
  expect(kept.map((it) => it.map((one) => [one.tool, one.digest]))).toEqual([[["write_files", null]]]);
});

/** HOST-63: a dead rule says so where it is edited, and is made for the server of now at a button alone. */
test("a rule of a server that is another by now can be made for that one, without what it was bound to", async () => {
  const kept: RuleTerms[][] = [];
  const of = (server: string) => ({ server, registration: "r0", tool: "write_file", action: "allow" as const, digest: "d1" });
  const there = servers[0]?.name ?? "";
  const dead = [rule(1, of(there)), rule(2, of("gone"))].map((it) => ({ ...it, removed: true }));
  show(app(dead, (it) => kept.push(it)), <ApprovalsPage />);
  const edit = async (at: number) => {
    await userEvent.click((await screen.findAllByRole("button", { name: /^Edit: Allow/ }))[at] ?? document.body);
    return within(await screen.findByRole("dialog", { name: "Edit rule" }));
  };
  const gone = await edit(1);
  expect(gone.getByText("No server is called gone now. Choose another server, or remove the rule.")).toBeTruthy();
  expect(gone.queryByRole("button", { name: "Make it for the server of now" })).toBeNull();
  await userEvent.click(gone.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const other = await edit(0);
  expect(other.getByText(/is not the one that this rule was made for/)).toBeTruthy();
  await userEvent.click(other.getByRole("button", { name: "Make it for the server of now" }));
  expect(other.queryByText(/is not the one that this rule was made for/)).toBeNull();
  await userEvent.click(other.getByRole("button", { name: "Put it in the list" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save changes" }));
  expect(kept.map((it) => it.map((one) => [one.server, one.registration, one.digest]))).toEqual([[[there, null, null], ["gone", "r0", "d1"]]]);
});

test("a no in the native question leaves the draft as it is, and says so", async () => {
  show(app(two, () => { throw refusal("declined", "the person said no"); }), <ApprovalsPage />);
  await userEvent.click(await screen.findByRole("button", { name: /^Remove: Deny/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect((await screen.findByRole("alert")).textContent).toContain("nothing was saved");
  expect(screen.getByTestId("changes").textContent).toBe("Not saved yet: 1 removed");
});

test("changes lie there while one looks at another page, and dropping them can be undone", async () => {
  const backend = app(two);
  const shown = show(backend, <ApprovalsPage />);
  await userEvent.click(await screen.findByRole("button", { name: /^Remove: Deny/ }));
  expect(shown.client.getQueryData(["rulesDraft"])).not.toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(screen.getByTestId("changes").textContent).toBe("Not saved yet: 1 removed");
});

test("rules that change elsewhere are followed, and told of where a draft would put them out", async () => {
  const rules = [...two];
  const backend = fakeBackend({ list_servers: () => ({ servers }), list_tools: () => tools, list_rules: () => ({ rules: [...rules] }) });
  const shown = show(backend, <ApprovalsPage />);
  await waitFor(() => expect(rows()).toHaveLength(2));
  rules.push(rule(3, { tool: "new" }));
  await shown.happen({ event: "rulesChanged" });
  await waitFor(() => expect(rows()).toHaveLength(3));
  await userEvent.click(screen.getByRole("button", { name: /^Remove: Deny/ }));
  rules.push(rule(4, { tool: "newer" }));
  await shown.happen({ event: "rulesChanged" });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("changed elsewhere since you began");
  await userEvent.click(within(alert).getByRole("button", { name: "Drop my changes" }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

/** HOST-63: a load error asks. */
test("rules that cannot be read say so, and that Steward asks until they can", async () => {
  const backend = fakeBackend({ list_servers: () => ({ servers }), list_tools: () => tools, list_rules: () => { throw refusal("storage", "the disk is gone"); } });
  show(backend, <ApprovalsPage />);
  expect((await screen.findByRole("alert")).textContent).toContain("The rules could not be read");
  expect(screen.getByText("Until they can be read, Steward asks before every call.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add rule" })).toBeNull();
});
