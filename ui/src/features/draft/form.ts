/** A server to be as the form holds it, and the way to and from the app's draft; pure. */
import type { DraftView, ServerRow } from "../../backend/wire";
import { isReference, looksSecret } from "../../lib/secret";

/** One variable or header. */
export interface Entry {
  name: string;
  value: string;
}

/** All fields as they are typed; the kind that is not chosen keeps its fields. */
export interface Form {
  title: string;
  description: string;
  kind: "stdio" | "http";
  command: string;
  args: string[];
  cwd: string;
  env: Entry[];
  url: string;
  headers: Entry[];
  startLimit: string;
  callLimit: string;
}

export const emptyForm: Form = {
  title: "",
  description: "",
  kind: "stdio",
  command: "",
  args: [],
  cwd: "",
  env: [],
  url: "",
  headers: [],
  startLimit: "",
  callLimit: "",
};

export function formOf(draft: DraftView): Form {
  const { transport } = draft;
  const common = {
    ...emptyForm,
    title: draft.title,
    description: draft.description,
    startLimit: limitText(draft.startLimit),
    callLimit: limitText(draft.callLimit),
  };
  if (transport.type === "http") {
    return { ...common, kind: "http", url: transport.url, headers: entriesOf(transport.headers) };
  }
  const { command, args, env, cwd } = transport;
  return { ...common, kind: "stdio", command, args, env: entriesOf(env), cwd: cwd ?? "" };
}

/** The draft of a registered server, to be changed. */
export function draftOf(server: ServerRow): DraftView {
  const { title, description, transport, startLimit, callLimit } = server;
  return { title, description, transport, startLimit, callLimit };
}

/** The draft that the app is given. Limits that are no numbers are refused before. */
export function toDraft(form: Form): DraftView {
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    startLimit: limitOf(form.startLimit),
    callLimit: limitOf(form.callLimit),
    transport:
      form.kind === "http"
        ? { type: "http", url: form.url.trim(), headers: recordOf(form.headers) }
        : {
            type: "stdio",
            command: form.command.trim(),
            args: form.args,
            env: recordOf(form.env),
            cwd: form.cwd.trim() || null,
          },
  };
}

/** The fields that may hold something wrong, as the app's failures name them. */
export type Field = "title" | "command" | "url" | "startLimit" | "callLimit";
export type Mistake = "required" | "badUrl" | "badLimit" | "noName";

/** The id of the field that more time is given in. */
export const START_LIMIT = "start-limit";

export const MOST_START = 3600;
export const MOST_CALL = 86_400;

/** What is wrong with the form before anything is sent. */
export function mistakesIn(form: Form): Partial<Record<Field, Mistake>> {
  const mistakes: Partial<Record<Field, Mistake>> = {};
  if (!form.title.trim()) mistakes.title = "required";
  if (form.kind === "stdio" && !form.command.trim()) mistakes.command = "required";
  if (form.kind === "http") {
    if (!form.url.trim()) mistakes.url = "required";
    else if (!URL.canParse(form.url.trim()) && !form.url.includes("${")) mistakes.url = "badUrl";
  }
  if (!isLimit(form.startLimit, MOST_START)) mistakes.startLimit = "badLimit";
  if (!isLimit(form.callLimit, MOST_CALL)) mistakes.callLimit = "badLimit";
  return mistakes;
}

/** How an entry's value is shown: by its reference, by a button alone, or as text. */
export function showsAs(entry: Entry): "kept" | "secret" | "plain" {
  if (isReference(entry.value)) return "kept";
  return looksSecret(entry.name) && !entry.value.includes("${") ? "secret" : "plain";
}

export function isTwice(entries: readonly Entry[], at: number): boolean {
  const name = entries[at]?.name;
  return Boolean(name) && entries.some((it, other) => other !== at && it.name === name);
}

/** What is as it is anyway need not be said. */
const USUAL_LIMIT = 120;

function limitText(limit: number | null): string {
  return limit === null || limit === USUAL_LIMIT ? "" : String(limit);
}

function limitOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

function isLimit(text: string, most: number): boolean {
  const limit = limitOf(text);
  return limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= most);
}

function entriesOf(record: Record<string, string>): Entry[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

/** Entries without a name are still being typed. */
export function recordOf(entries: readonly Entry[]): Record<string, string> {
  return Object.fromEntries(entries.filter((it) => it.name.trim()).map((it) => [it.name.trim(), it.value]));
}
