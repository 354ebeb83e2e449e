/** Servers, tools and outcomes to begin a test from; each says only what it is about. */
import type {
  BlockView, FailedView, FileView, OutcomeView, ReadyView, ServerRow, ServerTools, StateView, ToolView, TransportView,
} from "../../src/backend/wire";

export const stdio: TransportView = { type: "stdio", command: "npx", args: ["-y", "thing"], env: {}, cwd: null };

export function ready(more: Partial<ReadyView> = {}): StateView {
  return {
    state: "ready", era: "legacy", version: "2025-11-25", serverInfo: "thing 1.0", website: null, instructions: null,
    capabilities: ["tools"], carrier: "stdio", session: false, roundTrip: null, pid: 42, noise: 0, restarts: 0,
    warnings: [], since: 0, ...more,
  };
}

export function failed(more: Partial<FailedView> = {}): StateView {
  return {
    state: "failed", reason: "the process ended at once", hint: null, exit: "exit status 1",
    stderr: [], fix: null, retryAt: null, since: 0, ...more,
  };
}

export const off: StateView = { state: "off" };

export function server(name: string, state: StateView = off, more: Partial<ServerRow> = {}): ServerRow {
  return {
    name, title: name, description: "", transport: stdio, line: "npx -y thing", on: state.state !== "off", allowed: true,
    digest: "d1", state, tools: 0, startLimit: 120, callLimit: 120, source: "user", createdAt: 0, updatedAt: 0, ...more,
  };
}

export function tool(name: string, more: Partial<ToolView> = {}): ToolView {
  return {
    name, title: null, description: "", inputSchema: { type: "object" }, outputSchema: null,
    annotations: null, marks: [], publicName: `mcp__a__${name}`, ...more,
  };
}

export function toolsOf(name: string, tools: ToolView[], more: Partial<ServerTools> = {}): ServerTools {
  return { server: name, title: name, ready: true, tools, setAside: [], ...more };
}

export function outcome(more: Partial<OutcomeView> = {}): OutcomeView {
  return { blocks: [], structured: null, misfits: [], isError: false, raw: "{}", whole: null, leftOut: 0, odd: [], took: 5, ...more };
}

/** A text of a result. */
export function textBlock(text: string, more: Partial<BlockView & { type: "text" }> = {}): BlockView {
  return { type: "text", text, size: text.length, cut: false, mirror: false, ...more };
}

/** The structured part of a result. */
export function structuredOf(value: unknown) {
  const json = JSON.stringify(value);
  return { json, size: json.length, cut: false };
}

/** A kept file; only a picture has a measure. */
export function kept(mime: string, more: Partial<FileView> = {}): FileView {
  const measure = mime.startsWith("image/") ? { width: 4, height: 3 } : { width: null, height: null };
  return { name: "ab".repeat(32), mime, size: 95, path: "/data/media/ab.bin", ...measure, ...more };
}
