import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";

import { fakeBackend } from "../../tests/support/backend";
import { server, tool, toolsOf } from "../../tests/support/rows";
import { hear } from "./events";
import type { LogWindow } from "./lines";
import { logOf, runsKey, serversOf, toolsOf as toolsQuery } from "./queries";
import type { ServerTools } from "./wire";

const line = (position: number) => ({ position, at: "", tag: "stderr", text: "x" });

test("lost events make the page read everything again, but not forget its calls", async () => {
  const backend = fakeBackend({ list_servers: () => ({ servers: [server("a")] }) });
  const client = new QueryClient();
  const stop = new QueryObserver(client, serversOf(backend)).subscribe(() => undefined);
  client.setQueryData(runsKey, { kept: true });
  await vi.waitFor(() => expect(client.getQueryData(["servers"])).toBeDefined());
  hear(client, backend, { event: "lagged" });
  await vi.waitFor(() => expect(backend.said("list_servers")).toHaveLength(2));
  expect(client.getQueryData(runsKey)).toEqual({ kept: true });
  stop();
});

test("what is being read when events are lost is read once more", async () => {
  const answers = [new Promise<never>(() => undefined), Promise.resolve({ servers: [server("a")] })];
  const backend = fakeBackend({ list_servers: () => answers.shift() ?? { servers: [] } });
  const client = new QueryClient();
  const stop = new QueryObserver(client, serversOf(backend)).subscribe(() => undefined);
  await vi.waitFor(() => expect(backend.said("list_servers")).toHaveLength(1));
  hear(client, backend, { event: "lagged" });
  await vi.waitFor(() => expect(client.getQueryData(["servers"])).toEqual({ servers: [server("a")] }));
  stop();
});

test("changed tools are read for that server alone, and only if tools were looked at", async () => {
  const backend = fakeBackend({ list_tools: () => [toolsOf("a", [tool("new")])] });
  const client = new QueryClient();
  hear(client, backend, { event: "toolsChanged", server: "a" });
  expect(backend.calls).toEqual([]);
  client.setQueryData(toolsQuery(backend).queryKey, [toolsOf("a", []), toolsOf("b", [])]);
  hear(client, backend, { event: "toolsChanged", server: "a" });
  const told = () => client.getQueryData<ServerTools[]>(["tools"])?.map((it) => it.tools.length);
  await vi.waitFor(() => expect(told()).toEqual([1, 0]));
  expect(backend.said("list_tools")).toEqual([{ server: "a" }]);
});

test("a log that nobody looks at is not read", () => {
  const backend = fakeBackend({});
  hear(new QueryClient(), backend, { event: "logGrew", server: "a" });
  expect(backend.calls).toEqual([]);
});

test("a log that grows while it is read is read once more, and no line comes twice", async () => {
  let lines = 1;
  const backend = fakeBackend({
    read_log: ({ range }) => {
      const from = range.from === "after" ? range.position : 0;
      const fresh = Array.from({ length: lines - from }, (_, n) => line(from + n));
      return { lines: fresh, start: from, end: lines, more: false };
    },
  });
  const client = new QueryClient();
  const stop = new QueryObserver(client, logOf(backend, "a")).subscribe(() => undefined);
  const held = () => client.getQueryData<LogWindow>(["log", "a"])?.lines.map((it) => it.position);
  await vi.waitFor(() => expect(held()).toEqual([0]));
  for (let n = 2; n <= 6; n += 1) {
    lines = n;
    hear(client, backend, { event: "logGrew", server: "a" });
  }
  await vi.waitFor(() => expect(held()).toEqual([0, 1, 2, 3, 4, 5]));
  stop();
});
