/** Why a server failed: the cause, what was looked at, its last words, and the one fix. */
import { Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Diagnosis as Found, Fix, ServerRow } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { FailureNote } from "../../components/FailureNote";
import { Note } from "../../components/Note";
import { Said } from "../../components/Said";
import { StrangerBlock } from "../../components/Stranger";
import { sentence } from "../../lib/sentence";
import { FixButton } from "./FixButton";
import type { Looked } from "./useDiagnosis";
import classes from "./ServerPane.module.css";

interface Props {
  server: ServerRow;
  looked: Looked;
  mending: boolean;
  onMend: (fix: Fix) => void;
}

export function Diagnosis({ server, looked, mending, onMend }: Props) {
  const { t } = useTranslation(["servers", "common"]);
  const { found, failure, looking, onAgain } = looked;
  const first = looking && !found && !failure;
  return (
    <section className={classes["section"]} aria-label={t("pane.diagnosis")} data-testid="diagnosis">
      <h3>{t("pane.diagnosis")}</h3>
      {first && <p className="dim" role="status"><Loader size={14} /> {t("pane.looking")}</p>}
      {failure && <FailureNote failure={failure} />}
      {found && <FoundCause server={server} found={found} mending={mending} onMend={onMend} />}
      {!first && (
        <div>
          <BusyButton size="compact-sm" variant="default" busy={looking} onClick={onAgain}>
            {t("pane.again")}
          </BusyButton>
        </div>
      )}
    </section>
  );
}

function FoundCause({ server, found, mending, onMend }: Omit<Props, "looked"> & { found: Found }) {
  const { fix } = found;
  const { t } = useTranslation("servers");
  return (
    <>
      <Note
        tone={server.state.state === "failed" ? "failed" : "info"}
        actions={fix && <FixButton server={server} fix={fix} busy={mending} onMend={() => onMend(fix)} />}
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
