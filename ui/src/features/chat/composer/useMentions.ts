/** What can be named with `@` and `/`: resources and prompts of the servers that run. */
import { useQueries } from "@tanstack/react-query";

import { useBackend } from "../../../backend/context";
import { promptsOf, resourcesOf, useServers } from "../../../backend/queries";
import type { PromptView } from "../../../backend/wire";
import { fits, type Mention } from "./mention";

export type Choice =
  | { kind: "resource"; server: string; title: string; uri: string; name: string; about: string }
  | { kind: "prompt"; server: string; title: string; prompt: PromptView; name: string; about: string };

/** As many as are seen at once: what is typed leaves fewer. */
const MOST = 8;

export function useMentions(mention: Mention | null): { choices: Choice[]; reading: boolean } {
  const backend = useBackend();
  const servers = useServers().data?.servers ?? [];
  const kind = mention?.kind;
  const having = servers.filter(({ state }) => state.state === "ready" && state.capabilities.includes(kind === "prompt" ? "prompts" : "resources"));
  const prompts = useQueries({ queries: kind === "prompt" ? having.map((it) => promptsOf(backend, it.name)) : [] });
  const resources = useQueries({ queries: kind === "resource" ? having.map((it) => resourcesOf(backend, it.name)) : [] });
  if (!mention) return { choices: [], reading: false };
  const all: Choice[] = [
    ...prompts.flatMap(({ data }) => data?.prompts.map((prompt): Choice => ({
      kind: "prompt", server: data.server, title: data.title, prompt, name: prompt.title ?? prompt.name, about: prompt.description,
    })) ?? []),
    ...resources.flatMap(({ data }) => data?.resources.map((it): Choice => ({
      kind: "resource", server: data.server, title: data.title, uri: it.uri, name: it.title ?? (it.name || it.uri), about: it.uri,
    })) ?? []),
  ];
  const choices = all.filter((it) => fits(mention.query, `${it.name} ${it.title} ${it.about} ${it.kind === "prompt" ? it.prompt.name : ""}`)).slice(0, MOST);
  return { choices, reading: [...prompts, ...resources].some((it) => it.isPending) };
}
