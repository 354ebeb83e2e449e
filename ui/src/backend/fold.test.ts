import { describe, expect, test } from "vitest";

import { failed, off, ready, server, tool, toolsOf } from "../../tests/support/rows";
import { foldServers, foldTools, refersAnew, withTools } from "./fold";

const list = { servers: [server("a"), server("c")] };

describe("the server list", () => {
  test("a changed server takes the place of what was known of it", () => {
    const now = foldServers(list, { event: "serverChanged", server: server("c", ready()) });
    expect(now.servers.map((it) => [it.name, it.state.state])).toEqual([["a", "off"], ["c", "ready"]]);
  });

  test("a new server comes in the order of names", () => {
    const now = foldServers(list, { event: "serverChanged", server: server("b") });
    expect(now.servers.map((it) => it.name)).toEqual(["a", "b", "c"]);
  });

  test("a removed server is gone, and an unknown one is no fault", () => {
    expect(foldServers(list, { event: "serverRemoved", server: "a" }).servers.map((it) => it.name)).toEqual(["c"]);
    expect(foldServers(list, { event: "serverRemoved", server: "x" })).toEqual(list);
  });

  test("what is not about servers leaves it as it is", () => {
    expect(foldServers(list, { event: "logGrew", server: "a" })).toBe(list);
  });
});

describe("the tools", () => {
  const all = [toolsOf("a", [tool("one")])];

  test("a server that is no longer ready keeps its tools, which cannot be called", () => {
    const [now] = foldTools(all, { event: "serverChanged", server: server("a", failed()) });
    expect(now?.ready).toBe(false);
    expect(now?.tools).toHaveLength(1);
  });

  test("a change that says nothing new of them keeps the very list", () => {
    expect(foldTools(all, { event: "serverChanged", server: server("a", ready()) })).toBe(all);
    expect(foldTools(all, { event: "serverChanged", server: server("b", off) })).toBe(all);
  });

  test("tools that were read anew take the place of the old ones", () => {
    const now = withTools(all, [toolsOf("a", [tool("two")]), toolsOf("b", [])]);
    expect(now.map((it) => [it.server, it.tools.map((one) => one.name)])).toEqual([["a", ["two"]], ["b", []]]);
  });
});

test("a server refers anew when it is new, gone, or reached in another way, and not when it only starts", () => {
  const changed = (row: ReturnType<typeof server>) => refersAnew(list, { event: "serverChanged", server: row });
  expect(changed(server("a", ready()))).toBe(false);
  expect(changed(server("a", ready(), { title: "Other" }))).toBe(true);
  expect(changed(server("a", ready(), { transport: { type: "stdio", command: "npx", args: [], env: { KEY: "${secret:KEY}" }, cwd: null } }))).toBe(true);
  expect(changed(server("b"))).toBe(true);
  expect(refersAnew(list, { event: "serverRemoved", server: "a" })).toBe(true);
  expect(refersAnew(undefined, { event: "lagged" })).toBe(false);
});
