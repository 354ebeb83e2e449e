import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { fakeBackend, refusal } from "../../../tests/support/backend";
import { server } from "../../../tests/support/rows";
import { show } from "../../../tests/support/show";
import type { LogRange } from "../../backend/wire";
import LogPage from "./LogPage";

const line = (position: number, text: string) => ({ position, at: new Date(position * 1000).toISOString(), tag: position % 1000 === 7 ? "error" : "stderr", text });

/** A log of so many lines, of which the named ones say "needle". */
function logging(count: number, needles: number[], before: (range: LogRange) => void = () => undefined) {
  const all = Array.from({ length: count }, (_, n) => line(n, needles.includes(n) ? "the needle" : "hay"));
  return fakeBackend({
    list_servers: () => ({ servers: [server("a")] }),
    read_log: ({ range, limit }) => {
      before(range);
      const end = range.from === "before" ? range.position : count;
      const start = Math.max(0, end - limit);
      return { lines: all.slice(start, end), start, end, more: start > 0 };
    },
  });
}

const count = () => screen.getByTestId("log-count").textContent;
/** At once, as a paste: each letter would be a search of its own. */
const search = async (text: string) => {
  await userEvent.click(await screen.findByRole("searchbox"));
  await userEvent.paste(text);
};

test("a search looks on into the past, and says how far it looked", async () => {
  const backend = logging(30_000, [3]);
  show(backend, <LogPage server="a" />);
  await waitFor(() => expect(count()).toBe("1,000 lines"));
  expect(screen.getByText(/since Jan 1, 1970/)).toBeTruthy();
  await search("needle");
  await screen.findByText(/in the whole log/);
  expect(count()).toBe("1 match");
  const read = backend.said("read_log");
  expect(read.at(-1)).toEqual({ server: "a", range: { from: "before", position: 4000 }, limit: 5000 });
});

test("a search stops where the view is full", async () => {
  const backend = logging(30_000, Array.from({ length: 300 }, (_, n) => 26_000 + n));
  show(backend, <LogPage server="a" />);
  await waitFor(() => expect(count()).toBe("1,000 lines"));
  await search("needle");
  await waitFor(() => expect(count()).toBe("300 matches"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(backend.said("read_log")).toHaveLength(2);
  expect(screen.getByText(/since Jan 1, 1970/)).toBeTruthy();
});

test("a kind of line is looked for in the past as well", async () => {
  show(logging(3_000, []), <LogPage server="a" />);
  await waitFor(() => expect(count()).toBe("1,000 lines"));
  await userEvent.click(screen.getByText("Errors"));
  await waitFor(() => expect(count()).toBe("3 matches"));
});

test("nothing is said not to be there before all of it was looked at", async () => {
  let give: () => void = () => undefined;
  const backend = logging(5_000, []);
  const quick = backend.call;
  const slow = new Promise<void>((resolve) => { give = resolve; });
  backend.call = async (command, payload) => {
    const reply = await quick(command, payload);
    if (command === "read_log" && backend.said("read_log").length > 1) await slow;
    return reply;
  };
  show(backend, <LogPage server="a" />);
  await waitFor(() => expect(count()).toBe("1,000 lines"));
  await search("nowhere");
  expect((await screen.findAllByText(/Searching older lines/)).length).toBeGreaterThan(0);
  expect(screen.queryByText("No line matches.")).toBeNull();
  give();
  expect(await screen.findByText("No line matches.")).toBeTruthy();
});

test("older lines that cannot be read are told, and are read again when asked for", async () => {
  let broken = true;
  const backend = logging(3_000, [3], (range) => {
    if (range.from === "before" && broken) throw refusal("storage", "the log is locked");
  });
  show(backend, <LogPage server="a" />);
  await waitFor(() => expect(count()).toBe("1,000 lines"));
  await search("needle");
  expect((await screen.findByRole("alert")).textContent).toContain("The log is locked.");
  expect(backend.said("read_log")).toHaveLength(2);
  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(count()).toBe("1 match"));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a log that cannot be read is told, and is read again when asked for", async () => {
  let broken = true;
  show(logging(10, [], () => { if (broken) throw refusal("storage", "the disk is gone"); }), <LogPage server="a" />);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The log could not be readThe disk is gone.");
  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(count()).toBe("10 lines"));
});
