/** Whether a JSON value is a list of like objects, and the table that it makes. */
import { compact, isObject } from "./json";

export interface Table {
  columns: string[];
  rows: Record<string, unknown>[];
}

const MOST_COLUMNS = 24;

/** The table in a value: an array of at least one object whose keys are mostly the same. */
export function tableOf(value: unknown): Table | null {
  const list = listIn(value);
  if (!list || list.length === 0) return null;
  const rows = list.filter(isObject);
  if (rows.length !== list.length) return null;
  const times = new Map<string, number>();
  for (const row of rows) {
    for (const key of Object.keys(row)) times.set(key, (times.get(key) ?? 0) + 1);
  }
  const columns = [...times.keys()];
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return null;
  const filled = [...times.values()].reduce((sum, it) => sum + it, 0);
  // Alike: at least half of all cells are filled, and the rows share a key.
  const alike = filled * 2 >= rows.length * columns.length;
  const shared = [...times.values()].some((it) => it === rows.length);
  return alike && shared ? { columns, rows } : null;
}

/** The value itself, or the one list that wraps it (`{ "result": [...] }`). */
function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  const values = Object.values(value);
  const only = values.length === 1 ? values[0] : undefined;
  return Array.isArray(only) ? only : null;
}

/** One cell as text: nothing for null, compact JSON for what is no scalar. */
export function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") return compact(value);
  return String(value);
}
