/** Servers, tools and outcomes to begin a test from; each says only what it is about. */
import type {
  FailedView, OutcomeView, ReadyView, ServerRow, ServerTools, StateView, ToolView, TransportView,
} from "../../src/backend/wire";

export const stdio: TransportView = { type: "stdio", command: "npx", args: ["-y", "thing"], env: {}, cwd: null };

export function ready(more: Partial<ReadyView> = {}): StateView {
  return {
    state: "ready", era: "legacy", version: "2025-11-25", serverInfo: "thing 1.0", instructions: null,
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
    annotations: null, marks: [], ...more,
  };
}

export function toolsOf(name: string, tools: ToolView[], more: Partial<ServerTools> = {}): ServerTools {
  return { server: name, title: name, ready: true, tools, setAside: [], ...more };
}

export function outcome(more: Partial<OutcomeView> = {}): OutcomeView {
  return { blocks: [], structured: null, isError: false, raw: "{}", odd: [], took: 5, ...more };
}
