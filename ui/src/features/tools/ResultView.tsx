/** What came of a call: its parts, or the reply as it came, or why there is none. */
import { Button, SegmentedControl } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { RunState } from "../../backend/runs";
import type { Failure, OutcomeView } from "../../backend/wire";
import { CopyButton } from "../../components/CopyButton";
import { FailureNote } from "../../components/FailureNote";
import { LazyCode } from "../../components/LazyCode";
import { Note } from "../../components/Note";
import { Said } from "../../components/Said";
import { StateMark } from "../../components/StateMark";
import { indent } from "../../lib/json";
import { serverHref } from "../../lib/route";
import { took } from "../../lib/time";
import { PartView } from "./PartView";
import { partsOf } from "./parts";
import classes from "./Tools.module.css";

interface Props {
  /** Names the call. */
  call: string;
  now: Exclude<RunState, { state: "running" }>;
  server: string;
  tool: string;
}

export function ResultView({ call, now, server, tool }: Props) {
  const { t } = useTranslation("tools");
  return (
    <section className={classes["result"]} aria-label={t("result")} data-testid="result">
      {now.state === "done" ? (
        <Outcome key={call} outcome={now.outcome} tool={tool} />
      ) : (
        <Failed failure={now.failure} took={now.took} server={server} />
      )}
    </section>
  );
}

function Failed({ failure, took: time, server }: { failure: Failure; took: number; server: string }) {
  const { t, i18n } = useTranslation("tools");
  const cancelled = failure.code === "cancelled";
  return (
    <>
      <div className={classes["resultHead"]} role="status">
        <StateMark tone={cancelled ? "off" : "failed"}>{t(cancelled ? "cancelled" : "failed")}</StateMark>
        <span className="dim">{t("took", { took: took(time, i18n.language) })}</span>
      </div>
      {!cancelled && (
        <FailureNote
          failure={failure}
          actions={
            failure.code === "bad_arguments" ? undefined : (
              <Button component="a" href={serverHref(server, "log")} size="compact-sm" variant="default">
                {t("openLog")}
              </Button>
            )
          }
        />
      )}
    </>
  );
}

function Outcome({ outcome, tool }: { outcome: OutcomeView; tool: string }) {
  const { t, i18n } = useTranslation("tools");
  const [view, setView] = useState<"shown" | "raw">("shown");
  const parts = useMemo(() => partsOf(outcome), [outcome]);
  // A long reply takes a while to lay out: only for whoever looks at it.
  const raw = useMemo(() => (view === "raw" ? indent(outcome.raw) : ""), [view, outcome.raw]);
  return (
    <>
      <div className={classes["resultHead"]}>
        <span role="status">
          <StateMark tone={outcome.isError ? "failed" : "ready"}>{t(outcome.isError ? "toolFailed" : "done")}</StateMark>{" "}
          <span className="dim">· {t("took", { took: took(outcome.took, i18n.language) })}</span>
        </span>
        <span className={classes["grow"]} />
        <SegmentedControl
          size="xs"
          aria-label={t("view")}
          value={view}
          data={[{ value: "shown", label: t("shown") }, { value: "raw", label: t("raw") }]}
          onChange={setView}
        />
        <CopyButton text={() => (view === "raw" ? raw : textOf(outcome))} label={t("copyResult")} />
      </div>
      {view === "raw" ? (
        <div className={classes["code"]} style={{ height: 420 }}><LazyCode label={t("rawLabel")} value={raw} /></div>
      ) : (
        <>
          {outcome.odd.length > 0 && (
            <Note tone="attention">
              <strong>{t("marks")}</strong>
              <ul>{outcome.odd.map((it) => <li key={it}><Said text={it} /></li>)}</ul>
            </Note>
          )}
          {parts.length === 0 && <p className="dim">{t("nothing")}</p>}
          {parts.map((part, at) => <PartView key={at} part={part} tool={tool} />)}
        </>
      )}
    </>
  );
}

/** What is copied: the texts of the result; where there are none, the reply as it came. */
function textOf(outcome: OutcomeView): string {
  const texts = outcome.blocks.flatMap((it) => (it.type === "text" || it.type === "resource" ? [it.text] : []));
  return texts.length > 0 ? texts.join("\n") : indent(outcome.raw);
}
