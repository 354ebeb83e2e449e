/** What a server answered with, as the parts that are shown; pure. */
import type { BlockView, BodyView } from "../../backend/wire";
import { parseExact } from "../../lib/json";
import { unreachable } from "../../lib/unreachable";

export type Part =
  /** `code` is a text that is read line by line. */
  | { part: "text"; text: string; uri?: string; code?: boolean }
  | { part: "json"; value: object; text: string; kind: "structured" | "text" | "unknown"; uri?: string }
  | { part: "picture"; mime: string; data: string }
  | { part: "sound"; mime: string; data: string }
  | { part: "file"; mime: string; data: string }
  | { part: "link"; uri: string; name: string; mime: string | null };

export function partOf(block: BlockView): Part {
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

/** What a resource holds as a part; nothing where there is too much of it to be shown. */
export function partOfBody(body: BodyView, mime: string | null): Part | null {
  switch (body.type) {
    case "text":
      // Half of a JSON text is none, and reads better as it stands.
      return (body.cut ? null : jsonIn(body.text, "text")) ?? { part: "text", text: body.text, code: isCode(mime) };
    case "bytes": {
      const kind = mime ?? "application/octet-stream";
      return body.data === null ? null : { part: mediaKind(kind), mime: kind, data: body.data };
    }
    case "unknown":
      return jsonIn(body.json, "unknown") ?? { part: "text", text: body.json };
    default:
      return unreachable(body);
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

/** Whether a text of this kind is code, by the server's account. */
function isCode(mime: string | null): boolean {
  const kind = mime?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (kind === "" || kind === "text/plain" || kind === "text/markdown") return false;
  return kind.startsWith("text/") || /json|xml|yaml|toml|javascript|typescript|sql|x-/.test(kind);
}
