import { expect, test } from "vitest";

import { partOfBody } from "../../components/parts/parts";
import { promptsOf, resourcesOf } from "../../../tests/support/offers";
import { kept, textBlock } from "../../../tests/support/rows";
import { textIn, textOf } from "./messages";
import { countsOf, keysOf, offerOf, rowsOf } from "./rows";
import { offered, stillFitting } from "../../components/suggested";
import { filledIn } from "./useTexts";

const prompts = promptsOf(["review", "greet"], { setAside: [{ name: "odd", reason: "it has no name" }], odd: ["the list ended early"] });
const resources = resourcesOf(["file:///a.md", "config://b"], ["city://{name}"]);
const ids = (search: string) => rowsOf(prompts, resources, search).map((it) => offerOf(it)?.id ?? it.row);

test("each kind stands under its heading, with what could not be listed", () => {
  expect(ids("")).toEqual(["heading", "odd", "review", "greet", "aside", "heading", "file:///a.md", "config://b", "heading", "city://{name}"]);
  expect(countsOf(prompts, resources)).toEqual({ prompts: 2, resources: 2 });
  expect(rowsOf(null, null, "")).toEqual([]);
});

test("a search goes over names, addresses and reasons, and leaves no empty heading", () => {
  expect(ids("FILE a.md")).toEqual(["heading", "file:///a.md"]);
  expect(ids("no name")).toEqual(["heading", "aside"]);
  expect(ids("nothing of the kind")).toEqual([]);
});

test("two of the same name are two rows", () => {
  const rows = rowsOf(promptsOf(["twice", "twice"]), null, "");
  expect(new Set(keysOf(rows).values()).size).toBe(3);
});

test("suggestions are offered once each, and told to be more than these", () => {
  const words = (shown: number, total: number | null) => `${shown} of ${total}`;
  expect(offered(null, "", words)).toEqual({ values: [], group: null });
  expect(offered({ values: ["a", "a", "", "x".repeat(501), "b"], total: null, more: false }, "", words)).toEqual({ values: ["a", "b"], group: null });
  expect(offered({ values: ["a"], total: 1, more: false }, "a", words).values).toEqual([]);
  expect(offered({ values: ["a", "b"], total: 340, more: true }, "", words).group).toBe("2 of 340");
  const many = Array.from({ length: 150 }, (_, n) => `v${n}`);
  expect(offered({ values: many, total: null, more: false }, "", words)).toMatchObject({ group: "100 of null" });
});

test("what was suggested for an earlier text is offered only as far as it holds the later one", () => {
  const found = { values: ["Engineering", "Sales"], total: 340, more: true };
  expect(stillFitting(found, "sal")).toEqual({ values: ["Sales"], total: null, more: false });
  expect(stillFitting(null, "sal")).toBeNull();
});

test("what is empty is not sent", () => {
  expect(filledIn({ a: "x", b: "", c: " " })).toEqual({ a: "x", c: " " });
});

test("copied messages say who says them where there are several", () => {
  const say = (role: string, ...texts: string[]) => ({ role, blocks: texts.map((text) => textBlock(text)) });
  const given = { description: null, raw: null, whole: null, leftOut: 0, odd: [], took: 1 };
  expect(textIn(say("user", "a", "b"))).toBe("a\nb");
  expect(textOf({ ...given, messages: [say("user", "only")] })).toBe("only");
  expect(textOf({ ...given, messages: [say("user", "a"), say("assistant", "b")] })).toBe("user: a\n\nassistant: b");
});

test("what a resource holds is shown by what it is, and not at all where it is too much", () => {
  const text = (it: string, cut = false) => ({ type: "text" as const, text: it, size: it.length, cut });
  expect(partOfBody(text('{"a":1}'), "application/json")).toMatchObject({ part: "json", value: { a: 1 } });
  expect(partOfBody(text('{"a":', true), "application/json")).toMatchObject({ part: "text", code: true });
  expect(partOfBody(text('{"a":1}', true), "application/json")).toMatchObject({ part: "text" });
  expect(partOfBody(text("fn main() {}"), "text/x-rust; charset=utf-8")).toMatchObject({ part: "text", code: true });
  expect(partOfBody(text("# Hi"), "text/markdown")).toMatchObject({ part: "text", code: false });
  const bytes = { type: "bytes", data: null, size: 1, why: null } as const;
  expect(partOfBody({ ...bytes, file: kept("image/png") }, "text/plain")).toMatchObject({ part: "picture" });
  expect(partOfBody({ ...bytes, file: kept("x/y") }, null)).toMatchObject({ part: "file", file: { mime: "x/y" } });
  expect(partOfBody({ ...bytes, file: null, why: "it is empty" }, "image/png")).toEqual({ part: "lost", mime: "image/png", why: "it is empty" });
});
