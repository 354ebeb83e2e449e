/** JSON without loss: numbers beyond what JavaScript holds stay as they were written. */

export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; undefined if it is none. Big integers become `bigint`. */
export function parseExact(text: string): unknown {
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
      const source = context?.source;
      const big = typeof value === "number" && !Number.isSafeInteger(value);
      return big && source && /^-?\d+$/.test(source) ? BigInt(source) : value;
    });
  } catch {
    return undefined;
  }
}

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

/** Whether two JSON values are the same, whatever the order of their keys. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((it, at) => same(it, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(one[key], other[key]))
  );
}
