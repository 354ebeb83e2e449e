/** A stranger's schema made fit to be drawn: its words with nothing invisible in them; pure. */
import type { RJSFSchema } from "@rjsf/utils";

import { isObject } from "../../lib/json";
import { hides, visible } from "../../lib/visible";

/** Values, not words: they are sent as they are. */
const VALUES = ["default", "const"];

/** The schema to draw. The tool's own title and description stand above the form already. */
export function shownSchema(schema: unknown): RJSFSchema {
  if (!isObject(schema)) return {};
  const shown = clean(schema);
  if (!isObject(shown)) return {};
  return Object.fromEntries(Object.entries(shown).filter(([key]) => key !== "title" && key !== "description"));
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean);
  if (!isObject(value)) return value;
  const choices = choicesIn(value);
  const cleaned = Object.entries(value).flatMap(([key, it]) => {
    if (VALUES.includes(key)) return [[key, it]];
    if (key === "properties" && isObject(it)) return [[key, named(it)]];
    if (key === "enum") return [choices];
    if (key === "oneOf" && choices[0] === "oneOf") return [];
    // Examples are only offered; one that hides something is not.
    if (key === "examples" && Array.isArray(it)) return [[key, it.filter((one) => !hidesIn(one))]];
    const words = (key === "title" || key === "description") && typeof it === "string";
    return [[key, words ? visible(it) : clean(it)]];
  });
  return titled(typed(Object.fromEntries(cleaned)), value["const"]);
}

/** The form kit draws a choice among constants only where their type is said of the whole. */
function typed(schema: Record<string, unknown>): Record<string, unknown> {
  const among = schema["oneOf"] ?? schema["anyOf"];
  if (schema["type"] !== undefined || !Array.isArray(among)) return schema;
  const [type, ...others] = new Set(among.map((it) => (isObject(it) ? typeof it["const"] : "none")));
  return others.length === 0 && (type === "string" || type === "number" || type === "boolean") ? { ...schema, type } : schema;
}

/** What is not titled is called by its name. */
function named(schemas: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).map(([name, it]) => [name, titled(clean(it), name)]));
}

/** The schema with what it is called by otherwise as its title, if that hides something. */
function titled(schema: unknown, name: unknown): unknown {
  if (!isObject(schema) || typeof schema["title"] === "string" || !hidesIn(name)) return schema;
  return { ...schema, title: visible(String(name)) };
}

/** Choices are called by their values; where one hides something, each gets a title of its own. */
function choicesIn(schema: Record<string, unknown>): [string, unknown] {
  const values = schema["enum"];
  if (!Array.isArray(values) || !values.some(hidesIn)) return ["enum", values];
  return ["oneOf", values.map((it) => ({ const: it, title: visible(String(it)) }))];
}

function hidesIn(value: unknown): boolean {
  return typeof value === "string" && hides(value);
}
