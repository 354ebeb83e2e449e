import { expect, test } from "vitest";

import { question } from "../../../tests/support/questions";
import { endingOf, newestOf, toolsOf, whoOf } from "./questions";

const call = (tool: string, name = tool) => ({ tool, call: name });

test("who asks depends on the kind, and names a call only where a server has one", () => {
  expect(whoOf(question(1))).toBe("form");
  expect(whoOf(question(1, { calls: [call("exec")] }))).toBe("formFor");
  expect(whoOf(question(1, { kind: "link", calls: [call("login")] }))).toBe("linkFor");
  expect(whoOf(question(1, { kind: "folder" }))).toBe("folder");
  expect(whoOf(question(1, { kind: "file", server: null, title: "" }))).toBe("file");
  expect(whoOf(question(1, { kind: "consent", server: null }))).toBe("consent");
  expect(whoOf(question(1, { kind: "allow", server: null, title: "" }))).toBe("allow");
  expect(whoOf(question(1, { kind: "secret", server: null, title: "GitHub" }))).toBe("secret");
  expect(whoOf(question(1, { kind: "secret", server: null, title: "", calls: [call("set_secret")] }))).toBe("secretOwn");
});

test("a tool that is called twice is named once", () => {
  expect(toolsOf(question(1, { calls: [call("exec", "a"), call("exec", "b"), call("copy", "c")] }))).toEqual(["exec", "copy"]);
});

test("every end has a word of its own", () => {
  expect(endingOf("form", { how: "answered" })).toBe("answered");
  expect(endingOf("consent", { how: "answered" })).toBe("allowed");
  expect(endingOf("allow", { how: "answered" })).toBe("allowed");
  expect(endingOf("link", { how: "answered" })).toBe("opened");
  expect(endingOf("folder", { how: "answered" })).toBe("chosen");
  expect(endingOf("file", { how: "answered" })).toBe("chosen");
  expect(endingOf("form", { how: "declined" })).toBe("declined");
  expect(endingOf("form", { how: "cancelled" })).toBe("cancelled");
  expect(endingOf("form", { how: "expired" })).toBe("expired");
  expect(endingOf("form", { how: "refused", reason: "x" })).toBe("refused");
  const orphans = (["call", "server", "asker"] as const).map((by) => endingOf("form", { how: "orphaned", by }));
  expect(orphans).toEqual(["callStopped", "serverEnded", "notNeeded"]);
});

test("the newest question stays the newest when it is over", () => {
  expect(newestOf({ waiting: [], approvals: [], settled: [] })).toBeNull();
  expect(newestOf({ waiting: [question(2), question(1)], approvals: [], settled: [] })?.id).toBe(2);
  expect(newestOf({ waiting: [question(1)], approvals: [], settled: [question(2)] })?.id).toBe(2);
});
