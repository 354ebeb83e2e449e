import { expect, test } from "vitest";

import { expand, neededIn } from "./template";

const values = { var: "value", hello: "Hello World!", path: "/foo/bar", empty: "", x: "1024", y: "768", "50%": "half", uni: "ü" };

// The examples of RFC 6570, 3.2.
test.each([
  ["{var}", "value"], ["{hello}", "Hello%20World%21"], ["{x,y}", "1024,768"], ["{var:3}", "val"], ["{var:30}", "value"],
  ["{+var}", "value"], ["{+hello}", "Hello%20World!"], ["{+path}/here", "/foo/bar/here"], ["here?ref={+path}", "here?ref=/foo/bar"],
  ["{+path:6}/here", "/foo/b/here"], ["X{#var}", "X#value"], ["X{#hello}", "X#Hello%20World!"], ["map?{x,y}", "map?1024,768"],
  ["X{.var}", "X.value"], ["X{.x,y}", "X.1024.768"], ["{/var}", "/value"], ["{/var,x}/here", "/value/1024/here"],
  ["{;x,y}", ";x=1024;y=768"], ["{?x,y}", "?x=1024&y=768"], ["?fixed=yes{&x}", "?fixed=yes&x=1024"], ["{?undef,x}", "?x=1024"],
  ["{undef}", ""], ["a{?undef}", "a"], ["{uni}", "%C3%BC"], ["{path*}", "%2Ffoo%2Fbar"],
])("%s becomes %s", (template, address) => {
  expect(expand(template, values)).toBe(address);
});

test("what is no expression stays as it stands, and no name leads out of the values", () => {
  expect(expand("a{b", values)).toBe("a{b");
  expect(expand("a{}b", values)).toBe("a{}b");
  expect(expand("{constructor}{__proto__}", values)).toBe("");
  expect(expand("{var}", { var: "\ud800" })).toBe("%EF%BF%BD");
});

test("an address needs what stands in its path, and not what may follow it", () => {
  expect(neededIn("demo://{a}/{+b}{/c}{?d}{&e}{#f}")).toEqual(["a", "b", "c"]);
  expect(neededIn("demo://{a}/{a}")).toEqual(["a"]);
});
