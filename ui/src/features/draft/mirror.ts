/** The form and the JSON of one server as mirrors of each other: each edit is made in both; pure. */
import { getNodeValue, parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";

import type { DraftView } from "../../backend/wire";
import { isObject } from "../../lib/json";
import { placeOf, type Place } from "../../lib/place";
import { unreachable } from "../../lib/unreachable";
import { emptyForm, formOf, recordOf, type Form } from "./form";

/** Why the text is not one server. */
export type Broken =
  | { why: "syntax"; code: string; place: Place }
  | { why: "notOneServer" }
  | { why: "wrongType"; key: string };

export interface Mirror {
  form: Form;
  text: string;
  /** Why the form does not show what the text says. */
  broken: Broken | null;
  /** Keys of the text that have no place in a server. */
  unknown: string[];
}

export type Edit =
  | { edit: "form"; change: Partial<Form> }
  | { edit: "text"; text: string }
  | { edit: "draft"; draft: DraftView };

export const emptyMirror: Mirror = mirrorOf(emptyForm);

export function mirrorOf(form: Form): Mirror {
  return { form, text: print(form), broken: null, unknown: [] };
}

/** The mirrors after an edit. */
export function reflect(mirror: Mirror, edit: Edit): Mirror {
  switch (edit.edit) {
    case "form":
      return mirrorOf({ ...mirror.form, ...edit.change });
    case "draft":
      return mirrorOf(formOf(edit.draft));
    case "text": {
      const read = parse(edit.text, mirror.form);
      if ("broken" in read) return { ...mirror, text: edit.text, broken: read.broken, unknown: [] };
      return { ...read, text: edit.text, broken: null };
    }
    default:
      return unreachable(edit);
  }
}

/** The JSON of one server; what is empty is left out. */
export function print(form: Form): string {
  const out: Record<string, unknown> = {};
  const put = (key: string, value: unknown, empty: boolean) => {
    if (!empty) out[key] = value;
  };
  put("name", form.title, false);
  put("description", form.description, !form.description);
  if (form.kind === "stdio") {
    put("command", form.command, false);
    put("args", form.args, false);
    put("env", recordOf(form.env), form.env.every((it) => !it.name.trim()));
    put("cwd", form.cwd, !form.cwd);
  } else {
    put("type", "http", false);
    put("url", form.url, false);
    put("headers", recordOf(form.headers), form.headers.every((it) => !it.name.trim()));
  }
  put("startLimit", numberOr(form.startLimit), !form.startLimit.trim());
  put("callLimit", numberOr(form.callLimit), !form.callLimit.trim());
  return JSON.stringify(out, null, 2);
}

const KNOWN = ["name", "title", "description", "type", "transport", "command", "args", "env", "cwd", "url", "headers", "startLimit", "callLimit"];

/** The form in a text, or why there is none. Comments and trailing commas are accepted. */
function parse(text: string, before: Form): { form: Form; unknown: string[] } | { broken: Broken } {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first || !tree) {
    const code = first ? printParseErrorCode(first.error) : "ValueExpected";
    return { broken: { why: "syntax", code, place: placeOf(text, first?.offset ?? 0) } };
  }
  const value: unknown = getNodeValue(tree);
  if (!isObject(value) || (!("command" in value) && !("url" in value))) {
    return { broken: { why: "notOneServer" } };
  }
  const wrong = wrongKey(value);
  if (wrong) return { broken: { why: "wrongType", key: wrong } };
  const unknown = Object.keys(value).filter((it) => !KNOWN.includes(it));
  return { form: formIn(value, before), unknown };
}

/** What is typed for the kind that is not in the text is kept. */
function formIn(value: Record<string, unknown>, before: Form): Form {
  const text = (key: string) => (typeof value[key] === "string" ? value[key] : "");
  const number = (key: string) => (typeof value[key] === "number" ? String(value[key]) : "");
  const form: Form = {
    ...before,
    title: text("name") || text("title"),
    description: text("description"),
    startLimit: number("startLimit"),
    callLimit: number("callLimit"),
  };
  if ("url" in value) return { ...form, kind: "http", url: text("url"), headers: entriesIn(value["headers"]) };
  const { args } = value;
  return {
    ...form,
    kind: "stdio",
    command: text("command"),
    args: Array.isArray(args) ? args.map(String) : [],
    cwd: text("cwd"),
    env: entriesIn(value["env"]),
  };
}

function entriesIn(value: unknown) {
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, it]) => ({ name, value: typeof it === "string" ? it : JSON.stringify(it) }));
}

/** The first key whose value has another kind than it needs. */
function wrongKey(value: Record<string, unknown>): string | null {
  const isText = (it: unknown) => typeof it === "string";
  const isScalar = (it: unknown) => typeof it === "string" || typeof it === "number" || typeof it === "boolean";
  const isRecord = (it: unknown) => isObject(it) && Object.values(it).every(isScalar);
  const checks: Record<string, (it: unknown) => boolean> = {
    name: isText,
    title: isText,
    description: isText,
    command: isText,
    cwd: (it) => it === null || isText(it),
    url: isText,
    args: (it) => Array.isArray(it) && it.every(isScalar),
    env: isRecord,
    headers: isRecord,
    startLimit: (it) => it === null || typeof it === "number",
    callLimit: (it) => it === null || typeof it === "number",
  };
  return Object.keys(value).find((key) => checks[key] && !checks[key](value[key])) ?? null;
}

function numberOr(text: string): number | string {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}
