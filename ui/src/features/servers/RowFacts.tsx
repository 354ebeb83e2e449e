/** The facts of a row beside its title: transport and version, tools, or what it is busy with. */
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { Elapsed } from "../../components/Elapsed";
import { Said } from "../../components/Said";
import { Stranger } from "../../components/Stranger";
import { unreachable } from "../../lib/unreachable";
import { visible } from "../../lib/visible";

/** How it is reached, and on which version once that is known. */
export function Transport({ server }: { server: ServerRow }) {
  const { t } = useTranslation("servers");
  const kind = t(`transport.${server.transport.type}`);
  return <>{kind}{server.state.state === "ready" && <> · <Stranger text={server.state.version} /></>}</>;
}

/** What it offers, or what it is doing. */
export function Doing({ server }: { server: ServerRow }) {
  const { t } = useTranslation("servers");
  const { state } = server;
  const tools = server.tools ? t("tools", { count: server.tools }) : t("noTools");
  switch (state.state) {
    case "ready":
      return <>{tools}</>;
    case "off":
      if (!server.allowed) return <>{t("notAllowed")}</>;
      return <>{server.tools ? tools : ""}</>;
    case "starting":
      return (
        <>
          {state.phase === "installing" && `${t("fetching")} · `}
          {state.phase === "keychain" && `${t("atKeychain")} · `}
          {state.phase === "waiting" && `${t("inLine")} · `}
          {state.attempt > 1 && `${t("attempt", { attempt: state.attempt })} · `}
          <Elapsed since={state.since} />
        </>
      );
    case "failed":
      return (
        <>
          {state.exit && <><Stranger text={state.exit} /> · </>}
          <Ago at={state.since} />
          {state.retryAt !== null && <> · {t("triesAgain")} <Ago at={state.retryAt} /></>}
        </>
      );
    default:
      return unreachable(state);
  }
}

/** Why it failed, in one line: its own last words where it had any. */
export function LastWords({ server }: { server: ServerRow }) {
  const { state } = server;
  if (state.state !== "failed") return null;
  const last = state.stderr.findLast((it) => it.trim() !== "");
  return (
    <div className="cut dim" data-testid="last-words" title={visible(last ?? state.reason)}>
      {last === undefined ? <Said text={state.reason} /> : <Stranger text={last} className="mono" />}
    </div>
  );
}
