/** The facts of a live connection and of a registration. */
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { GivenLink } from "../../components/GivenLink";
import { Stranger } from "../../components/Stranger";
import { took } from "../../lib/time";
import { Fact } from "./Fact";
import classes from "./ServerPane.module.css";

export function ConnectionFacts({ server }: { server: ServerRow }) {
  const { t, i18n } = useTranslation("servers");
  if (server.state.state !== "ready") return null;
  const ready = server.state;
  return (
    <section className={classes["section"]}>
      <h3>{t("pane.connection")}</h3>
      <dl className={classes["facts"]}>
        <Fact name={t("pane.protocol")}><Stranger text={ready.version} /> · {t(`pane.era.${ready.era}`)}</Fact>
        <Fact name={t("pane.transport")}>
          {t(`pane.carrier.${ready.carrier}`)}{ready.session && ` · ${t("pane.session")}`}
        </Fact>
        <Fact name={t("pane.server")}>{ready.serverInfo && <Stranger text={ready.serverInfo} />}</Fact>
        <Fact name={t("pane.website")}>{ready.website && <GivenLink server={server.name} address={ready.website} />}</Fact>
        <Fact name={t("pane.capabilities")}>
          {ready.capabilities.length > 0 && <Stranger text={ready.capabilities.join(", ")} />}
        </Fact>
        <Fact name={t("pane.roundTrip")}>{ready.roundTrip !== null && took(ready.roundTrip, i18n.language)}</Fact>
        <Fact name={t("pane.process")}>{ready.pid}</Fact>
        <Fact name={t("pane.uptime")}><Ago at={ready.since} /></Fact>
        <Fact name={t("pane.restarts")}>{String(ready.restarts)}</Fact>
        <Fact name={t("pane.noise")}>{ready.noise > 0 && t("pane.noise", { count: ready.noise })}</Fact>
      </dl>
    </section>
  );
}

export function RegistrationFacts({ server }: { server: ServerRow }) {
  const { t } = useTranslation("servers");
  return (
    <section className={classes["section"]}>
      <dl className={classes["facts"]}>
        <Fact name={t("pane.name")}><span className="mono">{server.name}</span></Fact>
        <Fact name={t("pane.limits")}>
          {t("pane.limitsText", { start: server.startLimit, call: server.callLimit })}
        </Fact>
        <Fact name={t("pane.registered")}>
          <Ago at={server.createdAt} /> · {t(`pane.source.${server.source}`)}
        </Fact>
        <Fact name={t("pane.changed")}>
          {server.updatedAt !== server.createdAt && <Ago at={server.updatedAt} />}
        </Fact>
      </dl>
    </section>
  );
}
