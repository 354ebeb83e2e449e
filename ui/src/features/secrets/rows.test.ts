import { expect, test } from "vitest";

import { missing, remembered, secret } from "../../../tests/support/questions";
import { countsOf, grouped, isName, usersOf } from "./rows";

const keys = (rows: { key: string }[]) => rows.map((it) => it.key);

test("each secret stands where a person looks for it", () => {
  const rows = [
    secret("A"), missing("B", "one"), secret("C", { place: "memory" }), secret("D", { place: "unknown" }),
    remembered("ssh", "password"), remembered("ssh", "pin", { place: "missing" }), secret("oauth/x", { kind: "oauth" }),
  ];
  const { missing: gone, named, remembered: answers, own } = grouped(rows, "");
  expect([keys(gone), keys(named), keys(answers), keys(own)]).toEqual([
    ["B"], ["A", "C", "D"], ["elicit/ssh/password", "elicit/ssh/pin"], ["oauth/x"],
  ]);
  expect(countsOf({ secrets: rows, keychain: null, locked: false })).toEqual({ missing: 1, named: 3, remembered: 2 });
});

test("a search looks at names, servers and fields, every word of it", () => {
  const rows = [secret("GITHUB_TOKEN"), missing("B", "GitHub"), remembered("ssh", "password")];
  const found = (search: string) => Object.values(grouped(rows, search)).flatMap(keys);
  expect(found("github")).toEqual(["B", "GITHUB_TOKEN"]);
  expect(found("  git tok ")).toEqual(["B", "GITHUB_TOKEN"]);
  expect(found("SSH pass")).toEqual(["elicit/ssh/password"]);
  expect(found("nothing")).toEqual([]);
});

test("a name keeps the app's rule", () => {
  expect(["A", "GITHUB_TOKEN", "A1__"].filter(isName)).toHaveLength(3);
  expect(["", "a", "_A", "1A", "A-B", "A B", "Ä", "A".repeat(201), "A\n"].filter(isName)).toEqual([]);
});

test("a server that refers to a secret twice is named once", () => {
  const use = (server: string, field: string) => ({ server, title: server, field });
  expect(usersOf(secret("A", { usedBy: [use("x", "ONE"), use("x", "TWO"), use("y", "ONE")] })).map((it) => it.server)).toEqual(["x", "y"]);
});
