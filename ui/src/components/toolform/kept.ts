/** What of filled-in arguments may be kept for a return: all but what is, or may be, a secret; pure. */
import { isObject } from "../../lib/json";
import { looksSecret } from "../../lib/secret";
import { hasForm, readArguments, takesNothing, type Arguments, type Filled } from "./arguments";

/** The arguments without their secrets: by the word of the schema, or by their name. */
export function withoutSecrets(value: Arguments, schema: unknown, root = schema): Arguments {
  const named = propertiesOf(schema, root);
  const kept = Object.entries(value).filter(([name]) => !looksSecret(name) && !isSecret(named[name], root));
  return Object.fromEntries(kept.map(([name, it]) => [name, within(it, named[name], root)]));
}

function within(value: unknown, schema: unknown, root: unknown): unknown {
  if (Array.isArray(value)) {
    const items = alike(schema, root).find((it) => it["items"] !== undefined)?.["items"];
    return value.map((it) => within(it, items, root));
  }
  return isObject(value) ? withoutSecrets(value, schema, root) : value;
}

function propertiesOf(schema: unknown, root: unknown): Record<string, unknown> {
  return Object.assign({}, ...alike(schema, root).map((it) => it["properties"]).filter(isObject));
}

function isSecret(schema: unknown, root: unknown): boolean {
  return alike(schema, root).some((it) => it["format"] === "password" || it["writeOnly"] === true || it["x-sensitive"] === true);
}

/** A schema with what it refers to inside the whole, and what it may be instead. */
function alike(schema: unknown, root: unknown): Record<string, unknown>[] {
  // A set hands on what is added while it is gone through, and takes nothing twice: a reference may lead back.
  const found = new Set([schema].filter(isObject));
  for (const one of found) {
    const { $ref } = one;
    const lists = ["anyOf", "oneOf", "allOf"].flatMap((it) => one[it] ?? []);
    const others = typeof $ref === "string" && $ref.startsWith("#/") ? [...lists, at($ref, root)] : lists;
    for (const it of others) if (isObject(it)) found.add(it);
  }
  return [...found];
}

/** What a reference such as `#/$defs/point` leads to. */
function at($ref: string, root: unknown): unknown {
  const steps = $ref.slice(2).split("/").map((it) => it.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.reduce<unknown>((here, step) => (isObject(here) ? here[step] : undefined), root);
}

/** What is kept of what was filled in; nothing where it cannot be told what is a secret in it. */
export function keepable(filled: Filled, schema: unknown): Filled | null {
  if (filled.as === "form") return { as: "form", value: withoutSecrets(filled.value, schema) };
  const reading = readArguments(filled.text);
  if (reading.read !== "good") {
    const names = [...filled.text.matchAll(/"([^"\n]*)"\s*:/g)].map((it) => it[1] ?? "");
    return names.some(looksSecret) || holdsSecrets(schema) ? null : filled;
  }
  const kept = withoutSecrets(reading.value, schema);
  return JSON.stringify(kept) === JSON.stringify(reading.value) ? filled : { as: "json", text: JSON.stringify(kept, null, 2) };
}

/** Whether a schema asks for a secret anywhere. */
function holdsSecrets(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(holdsSecrets);
  if (!isObject(schema)) return false;
  return isSecret(schema, schema) || Object.entries(schema).some(([name, it]) => looksSecret(name) || holdsSecrets(it));
}

/** What one begins with: what was kept, or the arguments of the last run, or nothing. */
export function begin(schema: unknown, kept: Filled | undefined, last: Arguments | undefined): Filled {
  const value = kept?.as === "form" ? kept.value : (last ?? {});
  if (kept?.as === "json") return kept;
  if (takesNothing(schema) || hasForm(schema)) return { as: "form", value };
  return { as: "json", text: JSON.stringify(value, null, 2) };
}
