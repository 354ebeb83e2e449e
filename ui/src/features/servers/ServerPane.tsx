/** The pane of one server: its head with the actions, then its details or its diagnosis. */
import { CloseButton } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useServers, useTools } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import { Note } from "../../components/Note";
import { Stranger } from "../../components/Stranger";
import { Unread } from "../../components/Unread";
import { Diagnosis } from "./Diagnosis";
import { PaneActions } from "./PaneActions";
import { ServerDetails } from "./ServerDetails";
import { ServerState } from "./ServerState";
import { ToolLinks } from "./ToolLinks";
import { useDiagnosis } from "./useDiagnosis";
import { useServerActions } from "./useServerActions";
import classes from "./ServerPane.module.css";

interface Props {
  name: string;
  view: "details" | "diagnosis";
  onClose: () => void;
  /** The last lines of its log, made by whoever knows logs. */
  tail: ReactNode;
}

export function ServerPane({ name, view, onClose, tail }: Props) {
  const { t } = useTranslation(["servers", "common"]);
  const list = useServers();
  const server = list.data?.servers.find((it) => it.name === name);
  const heading = useFocusOnOpen(name, server !== undefined);
  const { doing, onStart, onRemove, onMend } = useServerActions(name);
  const notRead = useUnread(list);
  const all = useTools();
  const unread = useUnread(all);
  const tools = all.data?.find((it) => it.server === name)?.tools ?? null;
  const looked = useDiagnosis(server, view === "diagnosis");
  if (!list.data) return notRead && <div className={classes["pane"]}><Unread what={t("unread")} {...notRead} /></div>;
  return (
    <div className={classes["pane"]} data-testid="pane">
      <div className={classes["top"]}>
        <h2 ref={heading} tabIndex={-1} className={classes["title"]}>
          {server ? <Stranger text={server.title} /> : <Stranger text={name} />}
        </h2>
        <CloseButton aria-label={t("common:action.close")} onClick={onClose} />
      </div>
      {!server && <p className="dim">{t("pane.gone", { name })}</p>}
      {server && (
        <>
          <ServerState state={server.state} />
          <PaneActions server={server} doing={doing} onStart={() => onStart(server)} onRemove={onRemove} />
          {!server.allowed && <Note tone="attention">{t("pane.notAllowed")}</Note>}
          {view === "diagnosis" && (
            <Diagnosis server={server} looked={looked} mending={doing.mending} onMend={(fix) => onMend(server, fix)} />
          )}
          <ServerDetails
            server={server}
            tools={<ToolLinks server={server} tools={tools} unread={unread} />}
            tail={tail}
          />
        </>
      )}
    </div>
  );
}

/** Moves the focus to the heading of what was opened, so that the keyboard goes on from there. */
function useFocusOnOpen(name: string, there: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (there) heading.current?.focus({ preventScroll: true });
  }, [name, there]);
  return heading;
}
