import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { fakeBackend } from "../../tests/support/backend";
import { show } from "../../tests/support/show";
import { JsonTree } from "./JsonTree";

const value = { city: "Bonn", list: [{ name: "Pen" }, { name: "Ink" }], big: 9007199254740993n };
const shown = (it: object = value) => show(fakeBackend({}), <JsonTree value={it} label="JSON" />);
const rows = () => screen.getAllByRole("treeitem").map((it) => it.textContent);

test("a tree is walked, opened and closed by keyboard, and says where one is", async () => {
  shown();
  await userEvent.tab();
  while (document.activeElement?.getAttribute("role") !== "treeitem") await userEvent.tab();
  await userEvent.keyboard("{ArrowDown}{ArrowRight}{ArrowRight}");
  expect(screen.getByTestId("json-path").textContent).toBe("$.list[0]");
  expect(rows()).toContain('name: "Pen"');
  await userEvent.keyboard("{ArrowRight}");
  expect(screen.getByTestId("json-path").textContent).toBe("$.list[0].name");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  expect(rows()).toEqual(['city: "Bonn"', "▸list: [ 2 ]", "big: 9007199254740993"]);
  expect(screen.getByRole("treeitem", { expanded: false }).getAttribute("aria-selected")).toBe("true");
});

test("a search leaves what matches, marks it, and counts it", async () => {
  shown();
  await userEvent.type(screen.getByRole("searchbox"), "ink");
  expect(await screen.findByText("1 match")).toBeTruthy();
  expect(rows()).toEqual(["▾list: [ 2 ]", "▾1: { 1 }", 'name: "Ink"']);
  expect(document.querySelector("mark")?.textContent).toBe("Ink");
  await userEvent.type(screen.getByRole("searchbox"), "x");
  expect(await screen.findByText("Nothing matches.")).toBeTruthy();
});

test("the path of what was clicked can be copied", async () => {
  const user = userEvent.setup();
  shown({ "unit price": [1, 2] });
  await user.click(screen.getByText("2"));
  await user.click(screen.getByRole("button", { name: "Copy the path" }));
  expect(await navigator.clipboard.readText()).toBe('$["unit price"][1]');
});

test("an empty value is its brackets", () => {
  shown([]);
  expect(screen.getByText("[ ]")).toBeTruthy();
});
