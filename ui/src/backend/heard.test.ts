import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";

import { fakeBackend } from "../../tests/support/backend";
import { ready, server, tool, toolsOf } from "../../tests/support/rows";
import { hear } from "./events";
import { tellsOf, withHeard } from "./heard";
import { serversOf, toolsOf as toolsQuery } from "./queries";
import type { ServerList, ServerTools } from "./wire";

/** An answer that comes when it is told to. */
function later<T>() {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => { give = resolve; });
  return { promise, give };
}

test("what an event told while the servers were read is not undone by the older list", async () => {
  const answer = later<ServerList>();
  const backend = fakeBackend({ list_servers: () => answer.promise });
  const client = new QueryClient();
  const stop = new QueryObserver(client, serversOf(backend)).subscribe(() => undefined);
  await vi.waitFor(() => expect(backend.said("list_servers")).toHaveLength(1));
  const newer = { ...server("a"), title: "As it is now" };
  hear(client, backend, { event: "serverChanged", server: newer });
  answer.give({ servers: [server("a"), server("b")] });
  await vi.waitFor(() => expect(client.getQueryData(["servers"])).toEqual({ servers: [newer, server("b")] }));
  stop();
});

test("tools that changed while all were read are read once more", async () => {
  const first = later<ServerTools[]>();
  const answers = [first.promise, Promise.resolve([toolsOf("a", [tool("new")])])];
  const backend = fakeBackend({ list_tools: () => answers.shift() ?? [] });
  const client = new QueryClient();
  const stop = new QueryObserver(client, toolsQuery(backend)).subscribe(() => undefined);
  await vi.waitFor(() => expect(backend.said("list_tools")).toHaveLength(1));
  hear(client, backend, { event: "toolsChanged", server: "a" });
  first.give([toolsOf("a", [])]);
  await vi.waitFor(() => expect(client.getQueryData(["tools"])).toEqual([toolsOf("a", [tool("new")])]));
  stop();
});

/** A client that has looked at the tools of `a`, and answers to come. */
function looking() {
  const answers: ReturnType<typeof later<ServerTools[]>>[] = [];
  const backend = fakeBackend({ list_tools: () => { const next = later<ServerTools[]>(); answers.push(next); return next.promise; } });
  const client = new QueryClient();
  client.setQueryData(["tools"], [toolsOf("a", [tool("old")], { ready: false })]);
  const told = () => client.getQueryData<ServerTools[]>(["tools"])?.map((it) => [it.ready, ...it.tools.map((one) => one.name)]);
  return { answers, backend, client, told };
}

test("a server that got ready while its tools were read stays ready", async () => {
  const { answers, backend, client, told } = looking();
  hear(client, backend, { event: "toolsChanged", server: "a" });
  hear(client, backend, { event: "serverChanged", server: server("a", ready()) });
  answers[0]?.give([toolsOf("a", [tool("new")], { ready: false })]);
  await vi.waitFor(() => expect(told()).toEqual([[true, "new"]]));
});

test("tools that changed twice are read one after the other, and the newer list stays", async () => {
  const { answers, backend, client, told } = looking();
  hear(client, backend, { event: "toolsChanged", server: "a" });
  hear(client, backend, { event: "toolsChanged", server: "a" });
  expect(answers).toHaveLength(1);
  answers[0]?.give([toolsOf("a", [tool("older")])]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(told()).toEqual([[false, "old"]]);
  answers[1]?.give([toolsOf("a", [tool("newer")])]);
  await vi.waitFor(() => expect(told()).toEqual([[true, "newer"]]));
});

test("only what is heard before the answer counts, and only for its server", async () => {
  const client = new QueryClient();
  const backend = fakeBackend({});
  const answer = later<string>();
  const waiting = withHeard(client, () => answer.promise);
  hear(client, backend, { event: "serverRemoved", server: "a" });
  answer.give("row");
  const { value, heard } = await waiting;
  hear(client, backend, { event: "serverRemoved", server: "b" });
  expect([value, heard]).toEqual(["row", [{ event: "serverRemoved", server: "a" }]]);
  expect(heard.some((it) => tellsOf(it, "a"))).toBe(true);
  expect(heard.some((it) => tellsOf(it, "b"))).toBe(false);
});
