import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { InboxView } from "../../backend/wire";
import { fakeBackend, refusal } from "../../../tests/support/backend";
import { open, question, settled } from "../../../tests/support/questions";
import { show } from "../../../tests/support/show";
import { InboxNews } from "./InboxNews";
import InboxPage from "./InboxPage";

const row = (id: number) => within(document.querySelector<HTMLElement>(`[data-question="${id}"]`) ?? document.body);

/** An inbox that a test changes, and tells of. */
function inboxOf(now: InboxView) {
  const held = { now };
  const backend = fakeBackend({
    list_inbox: () => held.now,
    raise_question: () => null,
    withdraw_question: () => null,
  });
  return { held, backend };
}

const exec = [{ tool: "exec", call: "c" }];

test("what waits stands in order, with who asks, for what, and how long it still waits", async () => {
  const deadline = Date.now() + 271_500;
  const { backend } = inboxOf({
    waiting: [
      question(1, { calls: exec, words: "The password of ada", sensitive: true, standing: open, deadline }),
      question(2, { kind: "link", title: "Drive" }),
    ],
    approvals: [], settled: [],
  });
  show(backend, <InboxPage />);
  expect(await screen.findByText("2 questions wait for you")).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 3 }).map((it) => it.textContent)).toEqual([
    "Server “SSH” asks, for exec", "Server “Drive” wants a page opened",
  ]);
  expect(row(1).getByText("The password of ada")).toBeTruthy();
  expect(row(1).getByText("Sensitive")).toBeTruthy();
  expect(row(1).getByText(/^4:3[01] left$/)).toBeTruthy();
  expect(row(2).queryByText("Sensitive")).toBeNull();
  expect(document.querySelector("input, textarea, [contenteditable]")).toBeNull();
});

test("the open one is brought to the front, a later one to the head of the line, and each can be given up", async () => {
  const { backend } = inboxOf({ waiting: [question(1, { standing: open }), question(2)], approvals: [], settled: [] });
  show(backend, <InboxPage />);
  await screen.findByText("Dialog open");
  await userEvent.click(row(1).getByRole("button", { name: /^Show dialog/ }));
  await userEvent.click(row(2).getByRole("button", { name: /^Answer next/ }));
  await userEvent.click(row(2).getByRole("button", { name: /^Give up/ }));
  expect(backend.said("raise_question")).toEqual([{ id: 1 }, { id: 2 }]);
  expect(backend.said("withdraw_question")).toEqual([{ id: 2 }]);
});

test("a question at a terminal is said to be there, and has no dialog to show", async () => {
  const { backend } = inboxOf({ waiting: [question(1, { standing: open, atTerminal: true })], approvals: [], settled: [] });
  show(backend, <InboxPage />);
  await screen.findByText("At a terminal");
  expect(row(1).queryByRole("button", { name: /^(Show dialog|Answer next)/ })).toBeNull();
  await userEvent.click(row(1).getByRole("button", { name: /^Give up/ }));
  expect(backend.said("withdraw_question")).toEqual([{ id: 1 }]);
});

test("a question that is over by then is no error, another failure is told", async () => {
  const failures = [refusal("not_waiting", "this question is not waiting any more"), refusal("internal", "it broke")];
  const backend = fakeBackend({
    list_inbox: () => ({ waiting: [question(1)], approvals: [], settled: [] }),
    withdraw_question: () => { throw failures.shift() ?? new Error(); },
  });
  show(backend, <InboxPage />);
  const giveUp = await screen.findByRole("button", { name: /^Give up/ });
  await userEvent.click(giveUp);
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.click(giveUp);
  expect((await screen.findByRole("alert")).textContent).toContain("It broke.");
});

test("a question that goes hands the focus to the next, and the last one to the heading", async () => {
  const { held, backend } = inboxOf({ waiting: [question(1, { standing: open }), question(2)], approvals: [], settled: [] });
  const shown = show(backend, <InboxPage />);
  await screen.findByText("Dialog open");
  row(1).getByRole("button", { name: /^Give up/ }).focus();
  held.now = { waiting: [question(2, { standing: open })], approvals: [], settled: [question(1, { standing: settled({ how: "cancelled" }) })] };
  await shown.happen({ event: "inboxChanged", waiting: 1 });
  await screen.findByText("Cancelled");
  expect(document.activeElement).toBe(row(2).getByRole("button", { name: /^Show dialog/ }));
  held.now = { waiting: [], approvals: [], settled: [question(2, { standing: settled({ how: "answered" }) })] };
  await shown.happen({ event: "inboxChanged", waiting: 0 });
  await screen.findByText("Answered");
  expect(document.activeElement?.textContent).toBe("Waits for you");
});

test("what is over says how it ended, each in its own word", async () => {
  const ends = [
    ["Answered", { how: "answered" }], ["Declined", { how: "declined" }], ["Cancelled", { how: "cancelled" }], ["Expired", { how: "expired" }],
    ["Call stopped", { how: "orphaned", by: "call" }], ["Server ended", { how: "orphaned", by: "server" }],
    ["Not asked", { how: "refused", reason: "it has 200 fields" }],
    ["Not opened", { how: "notOpened", reason: "`xdg-open` is not installed" }],
  ] as const;
  const over = ends.map(([, end], at) => question(10 - at, { standing: settled(end) }));
  const { backend } = inboxOf({ waiting: [], approvals: [], settled: over });
  show(backend, <InboxPage />);
  expect(await screen.findByText("Nothing waits for you now.")).toBeTruthy();
  ends.forEach(([word], at) => expect(row(10 - at).getByText(word)).toBeTruthy());
  expect(row(4).getByText("It has 200 fields.")).toBeTruthy();
  const icons = over.map((it) => document.querySelector(`[data-question="${it.id}"] svg`)?.getAttribute("class"));
  expect(new Set(icons).size).toBe(ends.length);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a server's words are plain, with nothing hidden in them", async () => {
  const { backend } = inboxOf({ waiting: [question(1, { title: "a\u202eb", words: "<b>x</b>\u200b" })], approvals: [], settled: [] });
  show(backend, <InboxPage />);
  expect(await screen.findByText("<b>x</b>\\u{200b}")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("Server “a\\u{202e}b” asks");
});

test("the empty page says what will come here", async () => {
  show(inboxOf({ waiting: [], approvals: [], settled: [] }).backend, <InboxPage />);
  expect(await screen.findByRole("heading", { name: "Nothing waits for you" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Run a tool" }).getAttribute("href")).toBe("#/tools");
});

test("an inbox that cannot be read says why, and can be read again", async () => {
  let fails = true;
  const backend = fakeBackend({
    list_inbox: () => {
      if (fails) throw refusal("internal", "it broke");
      return { waiting: [], approvals: [], settled: [] };
    },
  });
  show(backend, <InboxPage />);
  expect((await screen.findByRole("alert")).textContent).toContain("It broke.");
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Nothing waits for you" })).toBeTruthy();
});

test("a new question is read out politely, and its end is not", async () => {
  const { held, backend } = inboxOf({ waiting: [], approvals: [], settled: [] });
  const shown = show(backend, <InboxNews />);
  const region = await screen.findByRole("status");
  expect([region.getAttribute("aria-live"), region.textContent]).toEqual(["polite", ""]);
  held.now = { waiting: [question(1, { calls: exec })], approvals: [], settled: [] };
  await shown.happen({ event: "inboxChanged", waiting: 1 });
  await screen.findByText("New question: Server “SSH” asks, for exec");
  const words = region.firstChild;
  held.now = { waiting: [], approvals: [], settled: [question(1, { calls: exec, standing: settled({ how: "answered" }) })] };
  await shown.happen({ event: "inboxChanged", waiting: 0 });
  expect(region.firstChild).toBe(words);
  expect(region.textContent).toBe("New question: Server “SSH” asks, for exec");
});
