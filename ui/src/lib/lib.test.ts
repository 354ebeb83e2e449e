import { describe, expect, test } from "vitest";

import { compact, indent, isExact, parseExact } from "./json";
import { offsetOf, placeOf } from "./place";
import { href, outOf, parseRoute, type Route } from "./route";
import { isReference, keyIn, looksSecret } from "./secret";
import { sentence } from "./sentence";
import { size } from "./size";
import { slug } from "./slug";
import { cell, tableOf } from "./table";
import { clock, relative, took } from "./time";
import { visible } from "./visible";

test("what hides or reorders text is written out; lines and tabs stay", () => {
  expect(visible("a\tb\r\nc ✓")).toBe("a\tb\nc ✓");
  expect(visible("x\u202ey\u200bz\u{e0041}\u001b[31m")).toBe("x\\u{202e}y\\u{200b}z\\u{e0041}\\x1b[31m");
  expect(visible("عربي")).toBe("عربي");
  expect(visible("a\u3164b\ufe00\u{e0100}")).toBe("a\\u{3164}b\\u{fe00}\\u{e0100}");
  expect(visible("\ufff3\u{1bca0}\u{1d173}\u{e0080}\u{e0fff}")).toBe("\\u{fff3}\\u{1bca0}\\u{1d173}\\u{e0080}\\u{e0fff}");
  for (const emoji of ["❤\ufe0f", "1\ufe0f\u20e3", "☎\ufe0e"]) expect(visible(emoji)).toBe(emoji);
  expect(visible("a\ufe0f❤\ufe0f\ufe0f")).toBe("a\\u{fe0f}❤\ufe0f\\u{fe0f}");
});

test("a title becomes the slug that the app would make", () => {
  const made = ["My Server 2", "@scope/server-name", "Größe (neu)", "help", "42", "a__b", "…"].map(slug);
  expect(made).toEqual(["my-server-2", "scope-server-name", "gr-e-neu", "help-server", null, "a_b", null]);
  expect(slug("a".repeat(40))).toHaveLength(32);
});

describe("routes", () => {
  const routes: Route[] = [
    { page: "servers", server: null, view: "details" },
    { page: "servers", server: "git hub/1", view: "log" },
    { page: "servers", server: "a", view: "diagnosis" },
    { page: "add", paste: null },
    { page: "add", paste: 2 },
    { page: "tools", server: "a", tool: "x/y.z%" },
    { page: "tools", server: null, tool: null },
  ];

  test("each has an address of its own, and is found by it", () => {
    expect(routes.map((it) => parseRoute(href(it)))).toEqual(routes);
  });

  test("what is no route leads home", () => {
    for (const hash of ["", "#", "#/", "#/nowhere", "#/servers/", "#/%E0%A4%A"]) {
      expect(parseRoute(hash), hash).toEqual(routes[0]);
    }
  });

  test("one step out of a log is its server, and out of that the list", () => {
    const log = parseRoute("#/servers/a/log");
    const details = outOf(log);
    expect(details).toEqual({ page: "servers", server: "a", view: "details" });
    expect(details && outOf(details)).toEqual(routes[0]);
    expect(outOf(parseRoute("#/servers"))).toBeNull();
  });
});

describe("JSON", () => {
  test("big numbers stay as they were written", () => {
    expect(parseExact('{"n":9007199254740993,"f":1.5}')).toEqual({ n: 9007199254740993n, f: 1.5 });
    expect(parseExact("{broken")).toBeUndefined();
  });

  test("a number that would not come back digit for digit is known", () => {
    const exact = ["0", "-0", "1.50", "0.1", "1e23", "100E-2", "9007199254740992", "-9007199254740994"];
    const not = ["9007199254740993", "12345678901234567890", "0.1000000000000000055", "1e400", "4.9e-400"];
    expect([exact.filter((it) => !isExact(it)), not.filter(isExact)]).toEqual([[], []]);
  });

  test("big numbers are written as numbers", () => {
    expect(compact({ n: [9007199254740993n, -1n], t: "\u0000x" })).toBe('{"n":[9007199254740993,-1],"t":"\\u0000x"}');
  });

  test("it is laid out without being read", () => {
    expect(indent('{"n":12345678901234567890,"t":"a,{b}\\"","e":{},"l":[1,[]]}')).toBe(
      '{\n  "n": 12345678901234567890,\n  "t": "a,{b}\\"",\n  "e": {},\n  "l": [\n    1,\n    []\n  ]\n}',
    );
  });
});

describe("tables", () => {
  test("a list of like objects is one, also where one key wraps it", () => {
    const rows = [{ a: 1, b: "x" }, { a: 2 }];
    expect(tableOf(rows)?.columns).toEqual(["a", "b"]);
    expect(tableOf({ result: rows })?.rows).toEqual(rows);
  });

  test("what is not alike, not objects or empty is none", () => {
    for (const it of [[], [1, 2], [{ a: 1 }, { b: 2 }, { c: 3 }], [{ a: 1 }, 2], { a: 1 }, "x", null, [{}]]) {
      expect(tableOf(it), JSON.stringify(it)).toBeNull();
    }
  });

  test("cells are texts", () => {
    expect([undefined, null, 0, "", false, { a: 1n }].map(cell)).toEqual(["", "", "0", "", "false", '{"a":1}']);
  });
});

test("places count lines and characters from 1", () => {
  expect(placeOf("ab\nc😀d", 6)).toEqual({ line: 2, column: 3 });
  expect(placeOf("", 0)).toEqual({ line: 1, column: 1 });
  expect(offsetOf("ab\nc😀d", { line: 2, column: 3 })).toBe(6);
});

test("times are in the words of people", () => {
  expect(relative(0, 3_000, "en")).toBe("3s ago");
  expect(relative(0, 7_200_000, "en")).toBe("2h ago");
  expect(relative(500, 0, "en")).toBe("now");
  expect([clock(42_000), clock(3_723_000), clock(-5)]).toEqual(["0:42", "1:02:03", "0:00"]);
  expect([took(35, "en"), took(1234, "en"), took(65_000, "en")]).toEqual(["35 ms", "1.2 sec", "1 min 5 sec"]);
});

test("sizes are in bytes, kB and MB", () => {
  expect([size(812, "en"), size(12_345, "en"), size(3_400_000, "en")]).toEqual(["812 bytes", "12 kB", "3.4 MB"]);
});

test("a text of the app becomes a sentence", () => {
  expect(["cannot run `npx`", "Done.", "", "why?"].map(sentence)).toEqual(["Cannot run `npx`.", "Done.", "", "Why?"]);
});

test("names that mean a secret are known, and so are references", () => {
  for (const name of ["API_KEY", "GITHUB_TOKEN", "Authorization", "DB_PASSWORD", "client-secret"]) {
    expect(looksSecret(name), name).toBe(true);
  }
  for (const name of ["PATH", "NODE_ENV", "KEYBOARD", "PGSSLMODE"]) expect(looksSecret(name), name).toBe(false);
  expect([isReference("${secret:a.B}"), isReference("Bearer ${secret:a}"), isReference("x")]).toEqual([true, false, false]);
  expect([keyIn("Bearer ${secret:a.B}"), keyIn("x")]).toEqual(["a.B", null]);
});
