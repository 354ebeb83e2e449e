/** The log of one server: it follows, filters, searches, and reads back into the past. */
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useServers } from "../../backend/queries";
import { FailureNote } from "../../components/FailureNote";
import { PageHead } from "../../components/PageHead";
import { Stranger } from "../../components/Stranger";
import { serverHref } from "../../lib/route";
import { CopyLines } from "./CopyLines";
import { LogBar } from "./LogBar";
import { LogList } from "./LogList";
import { holding, ofKinds, type Kind } from "./tags";
import { useLog } from "./useLog";
import classes from "./Log.module.css";

export default function LogPage({ server }: { server: string }) {
  const { t } = useTranslation("log");
  const servers = useServers();
  const title = servers.data?.servers.find((it) => it.name === server)?.title ?? server;
  const { log, readOlder } = useLog(server);
  const [kinds, setKinds] = useState<Kind[]>([]);
  const [typed, setTyped] = useState("");
  const [wrap, setWrap] = useState(true);
  const [follow, setFollow] = useState(true);
  const search = useDeferredValue(typed.trim());
  const all = log.data?.lines;
  const lines = useMemo(() => holding(ofKinds(all ?? [], kinds), search), [all, kinds, search]);
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
        onSearch={setTyped}
        kinds={kinds}
        onKinds={setKinds}
        wrap={wrap}
        onWrap={setWrap}
        follow={follow}
        onFollow={setFollow}
        lines={lines}
      />
      <div className={classes["lines"]}>
        {log.error && (
          <div className={classes["note"]}><FailureNote failure={failureOf(log.error)} /></div>
        )}
        {all && lines.length === 0 && (
          <p className={`dim ${classes["note"]}`} role="status">{all.length ? t("noMatch") : t("empty")}</p>
        )}
        {lines.length > 0 && (
          <LogList
            lines={lines}
            search={search}
            wrap={wrap}
            follow={follow}
            onFollow={setFollow}
            more={log.data?.more ?? false}
            shift={log.data?.grewAtStart ?? false}
            onOlder={() => void readOlder()}
          />
        )}
      </div>
    </div>
  );
}
