/** Questions and secrets to begin a test from; each says only what it is about. */
import type { EndView, QuestionView, SecretRow } from "../../src/backend/wire";

export function question(id: number, more: Partial<QuestionView> = {}): QuestionView {
  return {
    id, kind: "form", server: "ssh", title: "SSH", calls: [], words: "Which host?", sensitive: false, asked: 0,
    deadline: null, atTerminal: false, standing: { standing: "queued" }, ...more,
  };
}

export const open = { standing: "open" } as const;

export function settled(end: EndView) {
  return { standing: "settled", end, at: 0 } as const;
}

export function secret(key: string, more: Partial<SecretRow> = {}): SecretRow {
  return { key, kind: "named", place: "keychain", createdAt: 0, updatedAt: 0, lastUsedAt: null, usedBy: [], remembered: null, ...more };
}

export function missing(key: string, ...servers: string[]): SecretRow {
  const usedBy = servers.map((server) => ({ server, title: server, field: "TOKEN" }));
  return secret(key, { place: "missing", createdAt: null, updatedAt: null, usedBy });
}

export function remembered(server: string, field: string, more: Partial<SecretRow> = {}): SecretRow {
  return secret(`elicit/${server}/${field}`, { kind: "remembered", remembered: { server, title: server, field }, ...more });
}
