/** What a resource holds: read when it is opened, again when asked to, and again when it changes while it is watched. */
import { IconBook2 } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useProgress, useReading } from "../../backend/errands";
import { useQuestionActions, useQuestionOf } from "../../backend/questions";
import type { ServerRow } from "../../backend/wire";
import { ErrandAsking } from "../../components/ErrandAsking";
import { ErrandBar } from "../../components/ErrandBar";
import lists from "../../components/ListPage.module.css";
import { FailedAnswer } from "../../components/parts/FailedAnswer";
import parts from "../../components/parts/Parts.module.css";
import { showFailure } from "../../components/toasts";
import { takesRunKey } from "../../lib/runKey";
import { ContentsParts } from "./ContentsParts";
import { WatchSwitch } from "./WatchSwitch";

interface Props {
  server: ServerRow;
  uri: string;
  title: string;
}

export function Reading({ server, uri, title }: Props) {
  const { t } = useTranslation("offers");
  const ready = server.state.state === "ready";
  const { contents, readAt, failure, now, again, cancel } = useReading(server.name, uri, ready, showFailure);
  const asked = useQuestionOf(now?.call ?? null);
  const progress = useProgress(now?.call ?? null);
  const { raise } = useQuestionActions(showFailure);
  const onGo = () => { if (ready && !now) again(); };
  useRunKey(onGo);
  return (
    <div className={lists["inner"]} style={{ paddingTop: 16 }}>
      <WatchSwitch server={server} uri={uri} />
      <ErrandBar
        now={now && { startedAt: now.startedAt, stopping: now.stopping, progress }}
        label={t(contents || failure ? "readAgain" : "read")}
        icon={<IconBook2 size={16} stroke={1.75} />}
        disabled={!ready}
        asking={asked && <ErrandAsking question={asked} onShow={() => raise(asked.id)} />}
        onGo={onGo}
        onCancel={cancel}
      />
      {failure && !now && (
        <section className={parts["result"]} aria-label={t("failure")}>
          <FailedAnswer failure={failure.failure} took={failure.took} server={server.name} />
        </section>
      )}
      {contents && (
        <section className={parts["result"]} aria-label={t("contents")} data-testid="result" aria-busy={now !== null}>
          {failure && !now && <p className="dim">{t("before")}</p>}
          <ContentsParts contents={contents} readAt={readAt} server={server.name} uri={uri} title={title} />
        </section>
      )}
    </div>
  );
}

/** The key that runs what is open, wherever the focus is on the page. */
function useRunKey(run: () => void) {
  const latest = useRef(run);
  useEffect(() => { latest.current = run; });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (takesRunKey(event)) latest.current();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, []);
}
