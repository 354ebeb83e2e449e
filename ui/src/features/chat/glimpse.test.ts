import { expect, test } from "vitest";

import { glimpseOf } from "./glimpse";

test("a line of the list has the words of a reply and not its marks", () => {
  const words = {
    "## What I found\nThe **checkout** has _three_ parts": "What I found\nThe checkout has three parts",
    "Here it is: ![the curve](media:0000) and [a page](https://a.example \"x\")": "Here it is: the curve and a page",
    "- [ ] one\n- two\n> said": "one\ntwo\nsaid",
    "```rust\nlet a = 1;\n```": "let a = 1;",
    "***both*** and `code`": "both and code",
    "A cut picture ![the curve](media:00000": "A cut picture the curve",
  };
  for (const [given, plain] of Object.entries(words)) expect(glimpseOf(given)).toBe(plain);
});

test("what only looks like a mark stays", () => {
  for (const text of ["snake_case_name", "2 * 3 * 4", "a [note] of it", "#tag", "1 - 2", "", "**", "x ** y ** z"]) expect(glimpseOf(text)).toBe(text);
});
