/** Why a server failed: the cause, what was looked at, its last words, and the one fix. */
import { Button, Loader } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { diagnosisOf } from "../../backend/queries";
import type { Diagnosis as Found, ServerRow } from "../../backend/wire";
import { FailureNote } from "../../components/FailureNote";
import { Note } from "../../components/Note";
import { Said } from "../../components/Said";
import { StrangerBlock } from "../../components/Stranger";
import { sentence } from "../../lib/sentence";
import { FixButton } from "./FixButton";
import classes from "./ServerPane.module.css";

export function Diagnosis({ server }: { server: ServerRow }) {
  const { t } = useTranslation(["servers", "common"]);
  const since = server.state.state === "off" ? 0 : server.state.since;
  const found = useQuery(diagnosisOf(useBackend(), server.name, since));
  return (
    <section className={classes["section"]} aria-label={t("pane.diagnosis")} data-testid="diagnosis">
      <h3>{t("pane.diagnosis")}</h3>
      {found.isPending && <p className="dim" role="status"><Loader size={14} /> {t("pane.looking")}</p>}
      {found.error && <FailureNote failure={failureOf(found.error)} />}
      {found.data && <FoundCause server={server} found={found.data} />}
      {!found.isPending && (
        <div>
          <Button size="compact-sm" variant="default" loading={found.isFetching} onClick={() => void found.refetch()}>
            {t("pane.again")}
          </Button>
        </div>
      )}
    </section>
  );
}

function FoundCause({ server, found }: { server: ServerRow; found: Found }) {
  const { t } = useTranslation("servers");
  return (
    <>
      <Note
        tone={server.state.state === "failed" ? "failed" : "info"}
        actions={found.fix && <FixButton server={server} fix={found.fix} />}
      >
        <p><strong><Said text={sentence(found.cause)} /></strong></p>
        {found.hint && <p><Said text={sentence(found.hint)} /></p>}
      </Note>
      {found.stderr.length > 0 ? (
        <>
          <h4 className="small dim" style={{ margin: 0 }}>{t("pane.stderr")}</h4>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
          <div className={`box mono ${classes["stderr"]}`} tabIndex={0} role="group" aria-label={t("pane.stderr")}>
            {found.stderr.map((line, at) => (
              <StrangerBlock key={at} text={line} />
            ))}
          </div>
        </>
      ) : (
        server.transport.type === "stdio" && <p className="dim small">{t("pane.noStderr")}</p>
      )}
      {found.tried.length > 0 && (
        <>
          <h4 className="small dim" style={{ margin: 0 }}>{t("pane.tried")}</h4>
          <ul className={classes["list"]}>
            {found.tried.map((it) => (
              <li key={it} className={classes["dash"]}><Said text={it} /></li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
