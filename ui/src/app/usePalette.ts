/** What the palette offers: pages, actions, servers, and what servers offer once it is open. */
import type { SpotlightActionData, SpotlightActionGroupData } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useBackend } from "../backend/context";
import { toolsOf, useServers } from "../backend/queries";
import { blank, go, home, newChat } from "../lib/route";
import { visible } from "../lib/visible";
import { useOfferGroups } from "./useOfferGroups";

interface Actions {
  onPaste: () => void;
  onKeyMap: () => void;
}

export function usePalette(actions: Actions) {
  const [open, setOpen] = useState(false);
  const groups = useGroups(open, actions);
  return { groups, onOpen: () => setOpen(true), onClose: () => setOpen(false) };
}

function useGroups(open: boolean, { onPaste, onKeyMap }: Actions): SpotlightActionGroupData[] {
  const { t } = useTranslation(["common", "servers"]);
  const servers = useServers();
  const tools = useQuery({ ...toolsOf(useBackend()), enabled: open });
  const offers = useOfferGroups(open);
  if (!open) return [];
  const pages: SpotlightActionData[] = [
    { id: "page-chat", label: t("nav.chat"), onClick: () => go(newChat) },
    { id: "page-servers", label: t("nav.servers"), onClick: () => go(home) },
    { id: "page-tools", label: t("nav.tools"), onClick: () => go({ page: "tools", server: null, tool: null }) },
    { id: "page-inbox", label: t("nav.inbox"), onClick: () => go({ page: "inbox" }) },
    { id: "page-secrets", label: t("nav.secrets"), onClick: () => go({ page: "secrets" }) },
    { id: "page-models", label: t("nav.models"), description: t("palette.modelsHint"), onClick: () => go({ page: "models", provider: null }) },
    { id: "page-approvals", label: t("nav.approvalsLong"), description: t("palette.approvalsHint"), onClick: () => go({ page: "approvals" }) },
  ];
  const actions: SpotlightActionData[] = [
    { id: "do-add", label: t("servers:add"), onClick: () => go(blank) },
    { id: "do-paste", label: t("servers:paste"), description: t("servers:pasteHint"), onClick: onPaste },
    { id: "do-keys", label: t("keys.open"), onClick: onKeyMap },
  ];
  return [
    { group: t("palette.pages"), actions: pages },
    { group: t("palette.actions"), actions },
    {
      group: t("palette.servers"),
      actions: (servers.data?.servers ?? []).map((it) => ({
        id: `server-${it.name}`,
        label: visible(it.title),
        description: visible(it.description),
        onClick: () => go({ page: "servers", server: it.name, view: "details" }),
      })),
    },
    {
      group: t("palette.tools"),
      actions: (tools.data ?? []).flatMap((from) =>
        from.tools.map((it) => ({
          id: `tool-${from.server}-${it.name}`,
          label: visible(it.title ?? it.name),
          description: visible(from.title),
          keywords: [it.name],
          onClick: () => go({ page: "tools", server: from.server, tool: it.name }),
        })),
      ),
    },
    ...offers,
  ];
}
