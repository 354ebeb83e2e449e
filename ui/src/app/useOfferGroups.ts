/** What the palette offers of what servers have beside tools: prompts, resources and templates, once it is open. */
import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { useBackend } from "../backend/context";
import { allPromptsOf, allResourcesOf } from "../backend/queries";
import type { ServerPrompts, ServerResources } from "../backend/wire";
import { go, type Offer } from "../lib/route";
import { visible } from "../lib/visible";

export function useOfferGroups(open: boolean): SpotlightActionGroupData[] {
  const { t } = useTranslation("common");
  const backend = useBackend();
  const prompts = useQuery({ ...allPromptsOf(backend), enabled: open });
  const resources = useQuery({ ...allResourcesOf(backend), enabled: open });
  return [
    { group: t("palette.prompts"), actions: promptActions(prompts.data ?? []) },
    { group: t("palette.resources"), actions: resourceActions(resources.data ?? []) },
  ];
}

function promptActions(all: readonly ServerPrompts[]): SpotlightActionData[] {
  return all.flatMap((from) => from.prompts.map((it, at) => action(from, at, { kind: "prompt", id: it.name }, it.title ?? it.name)));
}

function resourceActions(all: readonly ServerResources[]): SpotlightActionData[] {
  return all.flatMap((from) => [
    ...from.resources.map((it, at) => action(from, at, { kind: "resource", id: it.uri }, it.title ?? it.name)),
    ...from.templates.map((it, at) => action(from, at, { kind: "template", id: it.uriTemplate }, it.title ?? it.name)),
  ]);
}

/** Its place is part of its id: a stranger may name two alike. */
function action(from: { server: string; title: string }, at: number, offer: Offer, label: string): SpotlightActionData {
  return {
    id: `${offer.kind}-${from.server}-${at}`,
    label: visible(label),
    description: visible(from.title),
    keywords: [offer.id],
    onClick: () => go({ page: "offers", server: from.server, offer }),
  };
}
