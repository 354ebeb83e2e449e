/** The prompts and the resources of a server that says that it has some, each a way to its page. */
import { useTranslation } from "react-i18next";

import { usePrompts, useResources } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { ServerRow } from "../../backend/wire";
import { offerHref } from "../../lib/route";
import { firstLine, PaneLinks, type PaneLink } from "./PaneLinks";

export function OfferLinks({ server }: { server: ServerRow }) {
  if (server.state.state !== "ready") return null;
  const { capabilities } = server.state;
  return (
    <>
      {capabilities.includes("prompts") && <PromptLinks server={server} />}
      {capabilities.includes("resources") && <ResourceLinks server={server} />}
    </>
  );
}

/** Room for those that are being read: how many there are is not known before. */
const ROOM = 4;

function PromptLinks({ server: { name } }: { server: ServerRow }) {
  const { t } = useTranslation("servers");
  const list = usePrompts(name);
  const unread = useUnread(list);
  const prompts = list.data?.prompts ?? null;
  const links = prompts?.map((it): PaneLink => ({
    key: it.name, href: offerHref(name, { kind: "prompt", id: it.name }), title: it.title ?? it.name, line: firstLine(it.description),
  }));
  return (
    <PaneLinks
      title={prompts ? t("prompts", { count: prompts.length }) : t("pane.prompts")}
      all={prompts?.length === 0 ? null : { href: offerHref(name), words: t("pane.open") }}
      links={links ?? null}
      room={ROOM}
      none={t("pane.noPrompts")}
      unread={unread}
      unreadWords={t("pane.promptsUnread")}
    />
  );
}

function ResourceLinks({ server: { name } }: { server: ServerRow }) {
  const { t } = useTranslation("servers");
  const list = useResources(name);
  const unread = useUnread(list);
  const { resources, templates } = list.data ?? { resources: null, templates: [] };
  const links = resources && [
    ...resources.map((it): PaneLink => ({
      key: `r${it.uri}`, href: offerHref(name, { kind: "resource", id: it.uri }), title: it.title ?? (it.name || it.uri), line: it.mime ?? "",
    })),
    ...templates.map((it): PaneLink => ({
      key: `t${it.uriTemplate}`, href: offerHref(name, { kind: "template", id: it.uriTemplate }), title: it.title ?? (it.name || it.uriTemplate), line: it.uriTemplate,
    })),
  ];
  const count = resources ? t("resources", { count: resources.length }) : t("pane.resources");
  return (
    <PaneLinks
      title={templates.length > 0 ? `${count} · ${t("templates", { count: templates.length })}` : count}
      all={links?.length === 0 ? null : { href: offerHref(name), words: t("pane.open") }}
      links={links}
      room={ROOM}
      none={t("pane.noResources")}
      unread={unread}
      unreadWords={t("pane.resourcesUnread")}
    />
  );
}
