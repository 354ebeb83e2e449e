/** The log of one server: it follows, filters, searches, and reads back into the past. */
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";

import { useServers } from "../../backend/queries";
import { PageHead } from "../../components/PageHead";
import { Stranger } from "../../components/Stranger";
import { Unread } from "../../components/Unread";
import { serverHref } from "../../lib/route";
import { CopyLines } from "./CopyLines";
import { LogBar } from "./LogBar";
import { LogEdge } from "./LogEdge";
import { LogList } from "./LogList";
import { LogReach } from "./LogReach";
import type { Kind } from "./tags";
import { useLog } from "./useLog";
import classes from "./Log.module.css";

export default function LogPage({ server }: { server: string }) {
  const { t } = useTranslation("log");
  const servers = useServers();
  const title = servers.data?.servers.find((it) => it.name === server)?.title ?? server;
  const [kinds, setKinds] = useState<Kind[]>([]);
  const [typed, setTyped] = useState("");
  const [wrap, setWrap] = useState(true);
  const [follow, setFollow] = useState(true);
  const search = useDeferredValue(typed.trim());
  const { log, unread, lines, filters, older, onOlder, onRetry, onFilter } = useLog(server, kinds, search);
  const all = log.data?.lines;
  const edge = <LogEdge older={older} onRetry={onRetry} />;
  return (
    <div className={classes["page"]} data-testid="log">
      <PageHead
        title={<Stranger text={t("title", { title })} />}
        back={{ href: serverHref(server), label: t("back", { title }) }}
      >
        <CopyLines lines={lines} />
      </PageHead>
      <LogBar
        search={typed}
        onSearch={(it) => { setTyped(it); onFilter(); }}
        kinds={kinds}
        onKinds={(it) => { setKinds(it); onFilter(); }}
        wrap={wrap}
        onWrap={setWrap}
        follow={follow}
        onFollow={setFollow}
      />
      {all && <LogReach count={lines.length} filters={filters} first={all[0]?.at} older={older} />}
      <div className={classes["lines"]}>
        {unread && <div className={classes["note"]}><Unread what={t("unread")} {...unread} /></div>}
        {all && lines.length === 0 && (
          <div className={classes["note"]}>
            <p className="dim" role="status">{t(all.length === 0 ? "empty" : older.state === "reading" ? "looking" : "noMatch")}</p>
            {older.state === "failed" && edge}
          </div>
        )}
        {lines.length > 0 && (
          <LogList
            lines={lines}
            search={search}
            wrap={wrap}
            follow={follow}
            onFollow={setFollow}
            edge={edge}
            shift={log.data?.grewAtStart ?? false}
            onOlder={onOlder}
          />
        )}
      </div>
    </div>
  );
}
