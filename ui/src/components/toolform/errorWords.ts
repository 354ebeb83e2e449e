/** What does not fit a schema, in our words, at the field that it is about. */
import type { OutputUnit } from "@cfworker/json-schema";
import type { useTranslation } from "react-i18next";

import { isObject } from "../../lib/json";

export type Translate = ReturnType<typeof useTranslation<"tools">>["t"];

export interface Told {
  /** From the arguments as a whole to the field. */
  path: string[];
  message: string;
}

/** Keywords that only pass on what another one says. */
const PASSED_ON = ["properties", "items", "prefixItems", "$ref", "allOf", "if", "then", "else", "dependentSchemas"];

const LIMITED = [
  "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
  "multipleOf", "minItems", "maxItems", "pattern", "const", "format",
] as const;

/** The words for one finding; null where another finding says it better. */
export function errorWords(unit: OutputUnit, schema: unknown, t: Translate): Told | null {
  if (PASSED_ON.includes(unit.keyword)) return null;
  const path = pointer(unit.instanceLocation);
  const limit = limitOf(schema, unit.keywordLocation);
  if (unit.keyword === "required") {
    // The finding is about the object; the person looks at the field.
    const name = /"(.+)"/s.exec(unit.error)?.[1];
    return { path: name ? [...path, name] : path, message: t("form.required") };
  }
  return { path, message: words(unit, limit, t) };
}

function words(unit: OutputUnit, limit: string, t: Translate): string {
  const limited = LIMITED.find((it) => it === unit.keyword);
  if (limited) return t(`form.${limited}`, { limit });
  switch (unit.keyword) {
    case "type":
      return t("form.type", { type: limit });
    case "enum":
    case "uniqueItems":
    case "additionalProperties":
      return t(`form.${unit.keyword}`);
    default:
      return t("form.other", { what: unit.error });
  }
}

/** The value of the keyword, looked up where the finding says that it stands. */
function limitOf(schema: unknown, location: string): string {
  let at: unknown = schema;
  for (const part of pointer(location)) {
    if (Array.isArray(at)) at = at[Number(part)];
    else at = isObject(at) ? at[part] : undefined;
  }
  return typeof at === "string" ? at : (JSON.stringify(at) ?? "");
}

function pointer(location: string): string[] {
  return location
    .replace(/^#\/?/, "")
    .split("/")
    .filter((it) => it !== "")
    .map((it) => decodeURIComponent(it).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A path as the form kit names fields: `.a.b.0`. */
export function propertyOf(path: readonly string[]): string {
  return path.map((it) => (/^[\w$-]+$/.test(it) ? `.${it}` : `[${JSON.stringify(it)}]`)).join("");
}
