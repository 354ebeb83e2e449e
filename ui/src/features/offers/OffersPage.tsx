/** What one server offers beside its tools, and what is chosen of it. */
import { Button } from "@mantine/core";
import { IconBooks } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { usePrompts, useResources, useServers } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { ServerRow } from "../../backend/wire";
import { Boundary } from "../../components/Boundary";
import { EmptyState } from "../../components/EmptyState";
import classes from "../../components/ListPage.module.css";
import { PageHead } from "../../components/PageHead";
import { Stranger } from "../../components/Stranger";
import { Unread } from "../../components/Unread";
import { home, href, serverHref, type Offer } from "../../lib/route";
import { visible } from "../../lib/visible";
import { Chosen } from "./Chosen";
import { ListSide } from "./ListSide";
import { rowsOf } from "./rows";

interface Props {
  server: string;
  offer: Offer | null;
}

export default function OffersPage({ server: name, offer }: Props) {
  const { t } = useTranslation("offers");
  const list = useServers();
  const notRead = useUnread(list);
  const server = list.data?.servers.find((it) => it.name === name);
  return (
    <div className={classes["page"]} data-testid="offers" data-chosen={offer !== null || undefined}>
      {notRead && <div className={classes["pad"]}><Unread what={t("unread.servers")} {...notRead} /></div>}
      {list.data && !server && (
        <div>
          <PageHead back={{ href: href(home), label: t("openServers") }} title={<Stranger text={name} />} line=" " />
          <EmptyState icon={<IconBooks size={40} stroke={1.25} />} title={t("noServer")} text={t("noServerText", { name })}>
            <Button component="a" href={href(home)}>{t("openServers")}</Button>
          </EmptyState>
        </div>
      )}
      {server && <Offers server={server} offer={offer} />}
    </div>
  );
}

function Offers({ server, offer }: { server: ServerRow; offer: Offer | null }) {
  const { t } = useTranslation("offers");
  const prompts = usePrompts(server.name);
  const resources = useResources(server.name);
  const unread = { prompts: useUnread(prompts), resources: useUnread(resources) };
  const ready = server.state.state === "ready";
  const looking = prompts.isPending || resources.isPending;
  const failing = unread.prompts !== null || unread.resources !== null;
  const nothing = !looking && !failing && rowsOf(prompts.data ?? null, resources.data ?? null, "").length === 0;
  if (nothing && offer === null) return <Nothing server={server} ready={ready} />;
  return (
    <>
      <ListSide server={server} prompts={prompts.data ?? null} resources={resources.data ?? null} looking={looking} unread={unread} offer={offer} />
      <section className={classes["chosen"]} aria-label={offer === null ? t("chosen") : visible(offer.id)}>
        <Boundary key={`${offer?.kind}/${offer?.id}`}>
          <Chosen server={server} prompts={prompts.data ?? null} resources={resources.data ?? null} looking={looking} offer={offer} />
        </Boundary>
      </section>
    </>
  );
}

function Nothing({ server, ready }: { server: ServerRow; ready: boolean }) {
  const { t } = useTranslation("offers");
  const { title } = server;
  return (
    <div>
      <PageHead back={{ href: serverHref(server.name), label: t("backToServer", { title }) }} title={<Stranger text={title} />} line={t("list")} />
      <EmptyState
        icon={<IconBooks size={40} stroke={1.25} />}
        title={t(ready ? "empty.title" : "asleep.title", { title })}
        text={t(ready ? "empty.text" : "asleep.text", { title })}
      >
        <Button component="a" href={serverHref(server.name)}>{t("openServer", { title })}</Button>
        {server.tools > 0 && (
          <Button component="a" variant="default" href={href({ page: "tools", server: server.name, tool: null })}>{t("openTools")}</Button>
        )}
      </EmptyState>
    </div>
  );
}
