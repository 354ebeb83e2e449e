/** The palette (Ctrl K): goes to pages, servers and tools, and starts actions. */
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useBackend } from "../backend/context";
import { toolsOf, useServers } from "../backend/queries";
import { blank, go, home } from "../lib/route";
import { visible } from "../lib/visible";
import classes from "./Palette.module.css";

interface Props {
  onPaste: () => void;
  onKeyMap: () => void;
}

export default function Palette({ onPaste, onKeyMap }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const groups = useGroups(open, { onPaste, onKeyMap });
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
      attributes={{ content: { "aria-label": t("palette.label") } }}
      classNames={{ actionDescription: classes["description"], actionsGroup: classes["group"] }}
      limit={12}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound={t("palette.nothing")}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      searchProps={{ placeholder: t("palette.search"), "aria-label": t("palette.label") }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 120 }}
    />
  );
}

function useGroups(open: boolean, { onPaste, onKeyMap }: Props): SpotlightActionGroupData[] {
  const { t } = useTranslation(["common", "servers"]);
  const servers = useServers();
  const tools = useQuery({ ...toolsOf(useBackend()), enabled: open });
  if (!open) return [];
  const pages: SpotlightActionData[] = [
    { id: "page-servers", label: t("nav.servers"), onClick: () => go(home) },
    { id: "page-tools", label: t("nav.tools"), onClick: () => go({ page: "tools", server: null, tool: null }) },
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
  ];
}
