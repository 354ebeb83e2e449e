/** A result as the parts that are shown, in order; pure. */
import type { BlockView, OutcomeView } from "../../backend/wire";
import { compact, isObject, parseExact, same } from "../../lib/json";
import { unreachable } from "../../lib/unreachable";

export type Part =
  | { part: "text"; text: string; uri?: string }
  | { part: "json"; value: object; text: string; kind: "structured" | "text" | "unknown"; uri?: string }
  | { part: "picture"; mime: string; data: string }
  | { part: "sound"; mime: string; data: string }
  | { part: "file"; mime: string; data: string }
  | { part: "link"; uri: string; name: string; mime: string | null };

/** The parts of a result. A text that says the same as the structured part is not shown twice. */
export function partsOf(outcome: OutcomeView): Part[] {
  const structured = structuredOf(outcome);
  const mirrors = (block: BlockView) =>
    structured !== null && block.type === "text" && same(parseExact(block.text), structured);
  const parts = outcome.blocks.filter((it) => !mirrors(it)).map(partOf);
  if (structured === null) return parts;
  return [{ part: "json", value: structured, text: compact(structured), kind: "structured" }, ...parts];
}

/** The structured part with its big numbers, from the reply as it came. */
function structuredOf({ structured, raw }: OutcomeView): object | null {
  if (typeof structured !== "object" || structured === null) return null;
  const whole = parseExact(raw);
  const exact = isObject(whole) ? whole["structuredContent"] : undefined;
  return typeof exact === "object" && exact !== null ? exact : structured;
}

function partOf(block: BlockView): Part {
  switch (block.type) {
    case "text":
      return jsonIn(block.text, "text") ?? { part: "text", text: block.text };
    case "resource":
      return { ...(jsonIn(block.text, "text") ?? { part: "text", text: block.text }), uri: block.uri };
    case "media":
      return { part: mediaKind(block.mime), mime: block.mime, data: block.data };
    case "link":
      return { part: "link", uri: block.uri, name: block.name, mime: block.mime };
    case "unknown":
      return jsonIn(block.json, "unknown") ?? { part: "text", text: block.json };
    default:
      return unreachable(block);
  }
}

/** A text that is a JSON object or array; single numbers and words stay text. */
function jsonIn(text: string, kind: "text" | "unknown"): (Part & { part: "json" }) | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const value = parseExact(text);
  return typeof value === "object" && value !== null ? { part: "json", value, text, kind } : null;
}

function mediaKind(mime: string): "picture" | "sound" | "file" {
  if (mime.startsWith("image/")) return "picture";
  return mime.startsWith("audio/") ? "sound" : "file";
}
