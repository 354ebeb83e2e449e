import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.*"], { query: "?raw", import: "default", eager: true });
const english = import.meta.glob<unknown>("./en/*.json", { import: "default", eager: true });

/** The keys of all texts in a file, without what tells one from many. */
function keysOf(value: unknown, path: string[] = []): string[] {
  if (typeof value !== "object" || value === null) return [path.join(".").replace(/_(zero|one|other)$/, "")];
  return Object.entries(value).flatMap(([key, it]) => keysOf(it, [...path, key]));
}

test("every text is shown somewhere", () => {
  const code = Object.values(sources).join("\n");
  // Said as a whole, or as the end of a key of which the code knows the beginning.
  const used = (key: string) => {
    const group = `${key.split(".").slice(0, -1).join(".")}.\${`;
    return [`"${key}"`, `:${key}"`].some((it) => code.includes(it)) || (key.includes(".") && ["`", ":"].some((it) => code.includes(it + group)));
  };
  const dead = Object.entries(english).flatMap(([file, texts]) =>
    [...new Set(keysOf(texts))].filter((key) => !used(key)).map((key) => `${file}: ${key}`));
  expect([code.length > 100_000, dead]).toEqual([true, []]);
});
