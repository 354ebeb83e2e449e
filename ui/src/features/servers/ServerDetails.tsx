/** What a server is, how it is reached, and what it said of itself. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { CopyButton } from "../../components/CopyButton";
import { Said } from "../../components/Said";
import { Stranger, StrangerBlock } from "../../components/Stranger";
import { serverHref } from "../../lib/route";
import { ConnectionFacts, RegistrationFacts } from "./DetailFacts";
import { Entries } from "./Entries";
import { OfferLinks } from "./OfferLinks";
import { Wishes } from "./Wishes";
import classes from "./ServerPane.module.css";

interface Props {
  server: ServerRow;
  tools: ReactNode;
  tail: ReactNode;
}

export function ServerDetails({ server, tools, tail }: Props) {
  const { t } = useTranslation("servers");
  const stdio = server.transport.type === "stdio";
  return (
    <>
      {server.description && <StrangerBlock text={server.description} />}
      <section className={classes["section"]}>
        <h3>
          {t(stdio ? "pane.command" : "pane.address")}
          <CopyButton text={server.line} label={t(stdio ? "pane.copyCommand" : "pane.copyAddress")} />
        </h3>
        <div className={`box ${classes["command"]}`}>
          <code className="mono"><Stranger text={server.line} /></code>
        </div>
        <Entries transport={server.transport} />
      </section>
      <Warnings server={server} />
      <ConnectionFacts server={server} />
      {tools}
      <OfferLinks server={server} />
      <Wishes key={server.name} server={server.name} />
      <section className={classes["section"]}>
        <h3>
          {t("pane.log")}
          <a href={serverHref(server.name, "log")}>{t("pane.openLog")}</a>
        </h3>
        {tail}
      </section>
      <RegistrationFacts server={server} />
    </>
  );
}

/** What was tolerated, and what the server says of its use. */
function Warnings({ server }: { server: ServerRow }) {
  const { t } = useTranslation("servers");
  if (server.state.state !== "ready") return null;
  const { warnings, instructions } = server.state;
  return (
    <>
      {warnings.length > 0 && (
        <section className={classes["section"]}>
          <h3>{t("pane.warnings")}</h3>
          <ul className={classes["list"]}>
            {warnings.map((it) => (
              <li key={it} className={classes["dash"]}><Said text={it} /></li>
            ))}
          </ul>
        </section>
      )}
      {instructions && (
        <section className={classes["section"]}>
          <h3>{t("pane.instructions")}</h3>
          <StrangerBlock text={instructions} className="dim" />
        </section>
      )}
    </>
  );
}
