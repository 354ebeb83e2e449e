import { expect, test } from "vitest";

import { failed, off, ready, server } from "../../../tests/support/rows";
import { countsOf, grouped } from "./groups";

const starting = { state: "starting", attempt: 1, phase: "installing", since: 0 } as const;
const servers = [
  server("b", ready(), { title: "Bee" }),
  server("a", failed(), { title: "Ant", line: "npx -y ants" }),
  server("d", off, { title: "dog" }),
  server("c", starting, { title: "Cat" }),
  // It failed for good and was switched off for that: it still needs the person.
  server("e", failed(), { title: "Elk", on: false }),
];
const names = (search: string) => grouped(servers, search).map((it) => [it.group, it.servers.map((one) => one.name)]);

test("what failed comes first, then what is on, then what is off, each by title", () => {
  expect(names("")).toEqual([["needs", ["a", "e"]], ["on", ["b", "c"]], ["off", ["d"]]]);
});

test("a search leaves what has all its words, and no empty group", () => {
  expect(names("ANTS npx")).toEqual([["needs", ["a"]]]);
  expect(names("nothing")).toEqual([]);
});

test("the counts tell on, ready and needing apart", () => {
  expect(countsOf(servers)).toEqual({ all: 5, on: 3, ready: 1, needs: 2 });
});
