/** The arguments of a call as the person fills them in, as a form or as JSON; pure. */
import { parseTree, type ParseError } from "jsonc-parser";

import { isExact, isObject } from "../../lib/json";
import { placeOf, type Place } from "../../lib/place";

export type Arguments = Record<string, unknown>;

/** What is filled in: field by field, or as a text that need not be JSON yet. */
export type Filled = { as: "form"; value: Arguments } | { as: "json"; text: string };

export type TextReading =
  | { read: "good"; value: Arguments }
  | { read: "broken"; place: Place }
  /** A number with more digits than can be held, and what would become of it. */
  | { read: "inexact"; place: Place; number: string; becomes: string }
  /** A name that is there twice in one object: one of the two would be lost. */
  | { read: "twice"; place: Place; name: string }
  | { read: "notObject" };

/** Arguments in a JSON text, strictly: what is sent is what stands there, or it is refused. */
export function readArguments(text: string): TextReading {
  if (text.trim() === "") return { read: "good", value: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return { read: "notObject" };
    return lossIn(text) ?? { read: "good", value };
  } catch {
    const errors: ParseError[] = [];
    parseTree(text, errors, { disallowComments: true });
    return { read: "broken", place: placeOf(text, errors[0]?.offset ?? text.length) };
  }
}

/** The first thing in a JSON text that reading it would change. */
function lossIn(text: string): TextReading | null {
  const left = [parseTree(text)];
  for (let node = left.pop(); node; node = left.pop()) {
    const children = node.children ?? [];
    if (node.type === "number") {
      const number = text.slice(node.offset, node.offset + node.length);
      if (!isExact(number)) return { read: "inexact", place: placeOf(text, node.offset), number, becomes: String(Number(number)) };
    }
    if (node.type === "object") {
      const names = new Set<unknown>();
      for (const name of children.map((it) => it.children?.[0])) {
        if (name && names.has(name.value)) return { read: "twice", place: placeOf(text, name.offset), name: String(name.value) };
        names.add(name?.value);
      }
    }
    left.push(...children.toReversed());
  }
  return null;
}

/** What a form leaves behind without anybody having typed it is not sent. */
export function pruned(value: Arguments, required: readonly string[] = []): Arguments {
  const kept = Object.entries(value).filter(([key, it]) => {
    if (it === undefined) return false;
    return required.includes(key) || !isHollow(it);
  });
  return Object.fromEntries(kept);
}

/** An object in which nothing is set. */
function isHollow(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((it) => it === undefined || isHollow(it));
}

/** Whether there is anything to fill in. */
export function takesNothing(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { properties, additionalProperties } = schema;
  const named = isObject(properties) ? Object.keys(properties).length : 0;
  const composed = ["$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties"].some((it) => it in schema);
  return named === 0 && !composed && (additionalProperties === undefined || additionalProperties === false);
}

export function requiredIn(schema: unknown): string[] {
  const required = isObject(schema) ? schema["required"] : undefined;
  return Array.isArray(required) ? required.filter((it) => typeof it === "string") : [];
}

const MOST_NODES = 600;

/** Whether a form can be made: an object schema, of a bearable size, that refers to nothing outside. */
export function hasForm(schema: unknown): boolean {
  if (!isObject(schema) || (schema["type"] !== undefined && schema["type"] !== "object")) return false;
  let nodes = 0;
  const fine = (value: unknown, depth: number): boolean => {
    nodes += 1;
    if (nodes > MOST_NODES || depth > 20) return false;
    if (Array.isArray(value)) return value.every((it) => fine(it, depth + 1));
    if (!isObject(value)) return true;
    const { $ref } = value;
    if (typeof $ref === "string" && !$ref.startsWith("#")) return false;
    return Object.values(value).every((it) => fine(it, depth + 1));
  };
  return fine(schema, 0);
}
