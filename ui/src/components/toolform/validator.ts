/** Checks a form against its schema without compiling code, which the page's policy forbids. */
import { Validator, type OutputUnit, type Schema, type SchemaDraft } from "@cfworker/json-schema";
import { ErrorSchemaBuilder, type RJSFSchema, type ValidatorType } from "@rjsf/utils";

import { isObject } from "../../lib/json";
import { errorWords, propertyOf, type Told, type Translate } from "./errorWords";

/** The validator of the form kit, with our own words for what does not fit. */
export function makeValidator(t: Translate): ValidatorType<unknown> {
  return {
    validateFormData(formData, schema) {
      const told = [...toldIn(schema, formData ?? {}, t), ...tooLongIn(formData, [], t)];
      const errors = told.map(({ path, message }) => ({ property: propertyOf(path), message, stack: message }));
      return { errors, errorSchema: atFields(told) };
    },
    isValid(schema, formData, root) {
      const whole = isObject(schema) ? { ...definitionsOf(root), ...schema } : schema;
      return check(whole, formData).length === 0;
    },
    rawValidation(schema, formData) {
      // The kit gives back what it is given here; nothing of ours reads it.
      const errors: never[] = [];
      return check(schema, formData).length ? { errors, validationError: new Error("does not fit") } : { errors };
    },
  };
}

/** What is told, as the form kit hands it to its fields. By paths: its names of fields cannot say every name. */
export function atFields(told: readonly Told[]) {
  const made = new ErrorSchemaBuilder();
  for (const { path, message } of told) made.addErrors(message, path);
  return made.ErrorSchema;
}

/** The first fault of each field. */
function toldIn(schema: RJSFSchema, value: unknown, t: Translate): Told[] {
  const units = check(schema, value);
  const seen = new Set<string>();
  return units.flatMap((unit) => {
    const told = errorWords(unit, schema, t);
    if (!told) return [];
    const field = propertyOf(told.path);
    if (seen.has(field)) return [];
    seen.add(field);
    return [told];
  });
}

/** Numbers of which the form kit may have lost digits already: what was typed is not what would be sent. */
function tooLongIn(value: unknown, path: string[], t: Translate): Told[] {
  if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    return [{ path, message: t("form.tooLong") }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, it]) => tooLongIn(it, [...path, name], t));
}

/** What does not fit. A schema that cannot be used refuses nothing: the app checks again. */
function check(schema: unknown, value: unknown): OutputUnit[] {
  if (!isSchema(schema)) return [];
  try {
    return new Validator(schema, draftOf(schema), false).validate(withoutUndefined(value)).errors;
  } catch {
    return [];
  }
}

function isSchema(value: unknown): value is Schema {
  return isObject(value);
}

function draftOf(schema: Schema): SchemaDraft {
  const said = schema.$schema ?? "";
  if (said.includes("draft-07") || said.includes("draft-06")) return "7";
  if (said.includes("draft-04")) return "4";
  return said.includes("2019-09") ? "2019-09" : "2020-12";
}

function definitionsOf(root: unknown): Record<string, unknown> {
  if (!isObject(root)) return {};
  return { $defs: root["$defs"] ?? {}, definitions: root["definitions"] ?? {} };
}

/** Fields that were emptied are not there at all. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((it) => withoutUndefined(it) ?? null);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, it]) => it !== undefined);
  return Object.fromEntries(kept.map(([key, it]) => [key, withoutUndefined(it)]));
}
