/** JSON without loss: numbers beyond what JavaScript holds stay as they were written. */
import { parseTree, type Node } from "jsonc-parser";

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** All texts in a value, names too. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.entries(value).flatMap(([name, it]) => [name, ...textsIn(it)]) : [];
}

/** The value of a JSON text; undefined if it is none. Big integers become `bigint`. */
export function parseExact(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // Only numbers of sixteen digits and more can lose any; then the text is read once more.
    const tree = /\d{16}/.test(text) ? parseTree(text) : undefined;
    return tree ? exactly(tree, text) : value;
  } catch {
    return undefined;
  }
}

function exactly(node: Node, text: string): unknown {
  const children = node.children ?? [];
  switch (node.type) {
    case "array":
      return children.map((it) => exactly(it, text));
    case "object":
      return Object.fromEntries(
        children.map(({ children: pair }) => [String(pair?.[0]?.value), pair?.[1] && exactly(pair[1], text)]),
      );
    case "number": {
      const source = text.slice(node.offset, node.offset + node.length);
      return /^-?\d+$/.test(source) && !Number.isSafeInteger(node.value) ? BigInt(source) : Number(source);
    }
    case "property":
    case "string":
    case "boolean":
    case "null":
      return node.value;
  }
}

/** Whether a number of a JSON text is the same after it was read, digit for digit. */
export function isExact(number: string): boolean {
  return canonical(number) === canonical(String(Number(number)));
}

/** A number as its significant digits and their exponent; null for what is none. */
function canonical(number: string): string | null {
  const [, sign = "", whole = "", part = "", exponent = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(number) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, "");
  if (digits === "") return whole === "" ? null : "0";
  const significant = digits.replace(/0+$/, "");
  return `${sign}${significant}e${Number(exponent) - part.length + digits.length - significant.length}`;
}

/** A value as compact JSON, with its big numbers as numbers. */
export function compact(value: unknown): string {
  const text = JSON.stringify(value, (_key, it: unknown) => (typeof it === "bigint" ? `${BIG}${it}` : it)) ?? "";
  return text.replaceAll(BIG_IN_TEXT, "$1");
}

/** Marks a big number on its way through the JSON writer, which knows none. */
const BIG = "\u0000big:";
const BIG_IN_TEXT = /"\\u0000big:(-?\d+)"/g;

/** A JSON text laid out over lines, token by token: nothing of it is read, so nothing is lost. */
export function indent(text: string, unit = "  "): string {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g) ?? [];
  let out = "";
  let depth = 0;
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    const empty = (token === "}" && before === "{") || (token === "]" && before === "[");
    if (token === "}" || token === "]") depth -= 1;
    const opened = before === "{" || before === "[";
    const breaks = before === "," || opened || token === "}" || token === "]";
    if (breaks && !empty) out += `\n${unit.repeat(Math.max(0, depth))}`;
    out += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
  });
  return out;
}
