/** Kinds of log lines: which filter a line belongs to, and how loud it is. */
import type { LogLineView } from "../../backend/wire";

export type Kind = "lifecycle" | "stderr" | "stdout" | "notices" | "warning" | "error";

export const KINDS: readonly Kind[] = ["lifecycle", "stderr", "stdout", "notices", "warning", "error"];

const ERRORS = ["error", "critical", "alert", "emergency"];

/** The filter that a tag belongs to. Levels that are not known are notices. */
export function kindOf(tag: string): Kind {
  if (tag === "lifecycle" || tag === "stderr" || tag === "stdout" || tag === "warning") return tag;
  return ERRORS.includes(tag) ? "error" : "notices";
}

export function toneOf(tag: string): "failed" | "attention" | "working" | "plain" {
  const kind = kindOf(tag);
  if (kind === "error") return "failed";
  if (kind === "warning") return "attention";
  return kind === "lifecycle" ? "working" : "plain";
}

/** The lines of the chosen kinds (none chosen: all). */
export function ofKinds(lines: readonly LogLineView[], kinds: readonly Kind[]): readonly LogLineView[] {
  return kinds.length === 0 ? lines : lines.filter((it) => kinds.includes(kindOf(it.tag)));
}

/** The lines that hold a text, in any case. */
export function holding(lines: readonly LogLineView[], search: string): readonly LogLineView[] {
  if (!search) return lines;
  const needle = search.toLowerCase();
  return lines.filter((it) => it.text.toLowerCase().includes(needle) || it.tag.includes(needle));
}

/** Lines as they stand in a bug report. */
export function asText(lines: readonly LogLineView[]): string {
  return lines.map((it) => `${it.at} [${it.tag}] ${it.text}`).join("\n");
}
