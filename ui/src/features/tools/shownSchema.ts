/** A stranger's schema made fit to be drawn: its words with nothing invisible in them; pure. */
import type { RJSFSchema } from "@rjsf/utils";

import { isObject } from "../../lib/json";
import { visible } from "../../lib/visible";

/** Values, not words: they are sent as they are. */
const VALUES = ["default", "enum", "const", "examples"];

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
  return Object.fromEntries(
    Object.entries(value).map(([key, it]) => {
      if (VALUES.includes(key)) return [key, it];
      const words = (key === "title" || key === "description") && typeof it === "string";
      return [key, words ? visible(it) : clean(it)];
    }),
  );
}
