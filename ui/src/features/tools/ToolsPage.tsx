/** All tools of all servers, and the one that is chosen. */
import { Button } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { useTools } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { ServerTools } from "../../backend/wire";
import { Boundary } from "../../components/Boundary";
import { EmptyState } from "../../components/EmptyState";
import classes from "../../components/ListPage.module.css";
import { PageHead } from "../../components/PageHead";
import { SearchField } from "../../components/SearchField";
import { Unread } from "../../components/Unread";
import { href, home } from "../../lib/route";
import { visible } from "../../lib/visible";
import { countTools, rowsOf } from "./rows";
import { ToolList } from "./ToolList";
import { ToolPage } from "./ToolPage";

interface Props {
  server: string | null;
  tool: string | null;
}

export default function ToolsPage({ server, tool }: Props) {
  const { t } = useTranslation("tools");
  const all = useTools();
  const unread = useUnread(all);
  const empty = all.data && countTools(all.data) === 0 && all.data.every((it) => it.setAside.length === 0);
  return (
    <div className={classes["page"]} data-testid="tools" data-chosen={tool !== null || undefined}>
      {unread && <div className={classes["pad"]}><Unread what={t("unread")} {...unread} /></div>}
      {empty && (
        <EmptyState icon={<IconTool size={40} stroke={1.25} />} title={t("empty.title")} text={t("empty.text")}>
          <Button component="a" href={href(home)}>{t("empty.servers")}</Button>
        </EmptyState>
      )}
      {all.data && !empty && (
        <>
          <ListSide all={all.data} server={server} tool={tool} />
          <section className={classes["chosen"]} aria-label={tool === null ? t("chosen") : visible(tool)}>
            <Boundary key={`${server}/${tool}`}><Chosen all={all.data} server={server} tool={tool} /></Boundary>
          </section>
        </>
      )}
    </div>
  );
}

function ListSide({ all, server, tool }: Props & { all: ServerTools[] }) {
  const { t } = useTranslation("tools");
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => rowsOf(all, wanted), [all, wanted]);
  const having = all.filter((it) => it.tools.length > 0).length;
  const counts = t("counts", {
    tools: t("toolCount", { count: countTools(all) }),
    servers: t("serverCount", { count: having }),
  });
  return (
    <section className={classes["side"]} aria-label={t("list")}>
      <PageHead title={t("title")} line={counts} />
      <div className={classes["search"]}>
        <SearchField label={t("search")} value={search} onChange={setSearch} />
      </div>
      {rows.length === 0 ? (
        <p className={`dim ${classes["pad"]}`} role="status">{t("noMatch", { search })}</p>
      ) : (
        <ToolList rows={rows} server={server} tool={tool} />
      )}
    </section>
  );
}

function Chosen({ all, server, tool }: Props & { all: ServerTools[] }) {
  const { t } = useTranslation("tools");
  const from = all.find((it) => it.server === server);
  const found = from?.tools.find((it) => it.name === tool);
  if (from && found) return <ToolPage key={`${server}/${tool}`} from={from} tool={found} />;
  return <p className={`dim ${classes["choose"]}`}>{t(tool === null ? "choose" : "gone")}</p>;
}
