/** What a server answered with, as the parts that are shown; pure. */
import type { BlockView, BodyView, FileView, StructuredView } from "../../backend/wire";
import { parseExact } from "../../lib/json";
import { unreachable } from "../../lib/unreachable";

/** Larger files are fetched only when somebody wants them. */
export const MOST_UNASKED = 8_000_000;

export type Part =
  /** `code` is a text that is read line by line; `cut` says how many bytes there are, where it is the beginning only. */
  | { part: "text"; text: string; uri?: string; code?: boolean; structured?: boolean; cut?: number }
  | { part: "json"; value: object; text: string; kind: "structured" | "text" | "unknown"; uri?: string }
  | { part: "picture" | "sound" | "file"; file: FileView }
  | { part: "lost"; mime: string; why: string }
  | { part: "link"; uri: string; name: string; mime: string | null };

export function partOf(block: BlockView): Part {
  switch (block.type) {
    case "text":
      return textPart(block, block.text, "text");
    case "resource":
      return { ...textPart(block, block.text, "text"), uri: block.uri };
    case "media":
      return { part: mediaKind(block.file), file: block.file };
    case "notSaved":
      return { part: "lost", mime: block.mime, why: block.why };
    case "link":
      return { part: "link", uri: block.uri, name: block.name, mime: block.mime };
    case "unknown":
      return textPart(block, block.json, "unknown");
    default:
      return unreachable(block);
  }
}

/** The structured part: a tree, or a text where it is a single value or the beginning of a long one. */
export function structuredPart({ json, size, cut }: StructuredView): Part {
  if (cut) return { part: "text", text: json, code: true, structured: true, cut: size };
  const value = parseExact(json);
  if (typeof value === "object" && value !== null) return { part: "json", value, text: json, kind: "structured" };
  return { part: "text", text: json, structured: true };
}

/** A text, as JSON where it is some. Half of a JSON text is none, and reads better as it stands. */
function textPart({ size, cut }: { size: number; cut: boolean }, text: string, kind: "text" | "unknown"): Part & { part: "text" | "json" } {
  if (cut) return { part: "text", text, cut: size };
  return jsonIn(text, kind) ?? { part: "text", text };
}

/** What a resource holds as a part. */
export function partOfBody(body: BodyView, mime: string | null): Part {
  switch (body.type) {
    case "text": {
      const part = textPart(body, body.text, "text");
      return part.part === "text" ? { ...part, code: isCode(mime) } : part;
    }
    case "bytes":
      if (body.file) return { part: mediaKind(body.file), file: body.file };
      return { part: "lost", mime: mime ?? "", why: body.why ?? "" };
    case "unknown":
      return textPart(body, body.json, "unknown");
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

/** A drawing: it says how to make a picture, and a few lines of it can take longer than a page lives. */
export function isDrawing({ mime }: FileView): boolean {
  return mime === "image/svg+xml";
}

/** A picture is one whose measure is known to be bearable; nothing bounds what a drawing takes. */
export function mediaKind(file: FileView): "picture" | "sound" | "file" {
  const { mime, width } = file;
  if (mime.startsWith("image/") && width !== null && !isDrawing(file)) return "picture";
  return mime.startsWith("audio/") ? "sound" : "file";
}

/** Whether a text of this kind is code, by the server's account. */
function isCode(mime: string | null): boolean {
  const kind = mime?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (kind === "" || kind === "text/plain" || kind === "text/markdown") return false;
  return kind.startsWith("text/") || /json|xml|yaml|toml|javascript|typescript|sql|x-/.test(kind);
}
