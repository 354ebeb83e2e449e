/** The small model of a first try: what would be downloaded before it is, how far that is, and its removal. */
import { Button, Progress } from "@mantine/core";
import { IconDownload, IconPlayerStop, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { useTrial } from "../../backend/trial";
import { useUnread } from "../../backend/unread";
import type { TrialView } from "../../backend/wire";
import { size } from "../../lib/size";
import { BusyButton } from "../BusyButton";
import { FailureNote } from "../FailureNote";
import { StateMark } from "../StateMark";
import { Unread } from "../Unread";
import classes from "./Trial.module.css";
import { useTrialActions } from "./useTrialActions";

interface Props {
  /** The model is here and runs. */
  onReady: () => void;
}

export function Trial({ onReady }: Props) {
  const { t } = useTranslation("parts");
  const title = useId();
  const read = useTrial();
  const trial = read.data;
  const unread = useUnread(read);
  const actions = useTrialActions(onReady);
  if (unread) return <Unread what={t("trial.unread")} {...unread} />;
  if (!trial) return null;
  return (
    <section className={`box ${classes["trial"]}`} aria-labelledby={title} data-testid="trial" data-state={trial.state.state}>
      <div>
        <h2 id={title} className={classes["title"]}>{t("trial.title")}</h2>
        <p className="dim">{t("trial.text")}</p>
      </div>
      <Facts trial={trial} />
      {trial.state.state === "failed" && <FailureNote failure={trial.state.failure} />}
      <Doing trial={trial} actions={actions} onReady={onReady} />
    </section>
  );
}

function Facts({ trial }: { trial: TrialView }) {
  const { t, i18n } = useTranslation("parts");
  const bytes = (it: number) => size(it, i18n.language);
  const here = trial.state.state === "here" ? trial.state.bytes : null;
  return (
    <dl className={`small ${classes["facts"]}`}>
      <dt>{t("trial.what")}</dt>
      <dd>{t("trial.whatIs", { title: trial.title, licence: trial.licence })}</dd>
      {here === null && <><dt>{t("trial.from")}</dt><dd>{t("trial.index", { size: bytes(trial.download) })}</dd></>}
      <dt>{t("trial.where")}</dt>
      <dd><span className="mono">{trial.folder}</span> · {t(here === null ? "trial.room" : "trial.takes", { size: bytes(here ?? trial.room) })}</dd>
      <dt>{t("trial.away")}</dt>
      <dd>{t("trial.awayIs")}</dd>
    </dl>
  );
}

interface DoingProps {
  trial: TrialView;
  actions: ReturnType<typeof useTrialActions>;
  onReady: () => void;
}

function Doing({ trial, actions, onReady }: DoingProps) {
  const { t, i18n } = useTranslation("parts");
  const { state } = trial;
  const bytes = (it: number) => size(it, i18n.language);
  if (state.state === "preparing" || state.state === "fetching" || state.state === "unpacking") {
    const done = state.state === "fetching" ? state.done : state.state === "unpacking" ? trial.download : 0;
    return (
      <div className={classes["far"]}>
        <p role="status">{t(`trial.state.${state.state}`)}{state.state === "fetching" && ` · ${t("trial.far", { done: bytes(done), total: bytes(trial.download) })}`}</p>
        <Progress aria-label={t("trial.progress")} value={(done / trial.download) * 100} transitionDuration={120} />
        <div><Button size="compact-sm" variant="default" leftSection={<IconPlayerStop size={14} aria-hidden="true" />} onClick={actions.onStop}>{t("trial.stop")}</Button></div>
      </div>
    );
  }
  if (state.state === "here") {
    return (
      <div className={classes["actions"]}>
        <StateMark tone="ready">{t("trial.state.here")}</StateMark>
        <BusyButton size="compact-md" variant="light" busy={actions.installing} onClick={trial.model ? onReady : actions.onInstall}>{t(actions.installing ? "trial.starting" : "trial.use")}</BusyButton>
        <BusyButton size="compact-md" variant="default" leftSection={<IconTrash size={14} aria-hidden="true" />} busy={actions.removing} onClick={actions.onRemove}>{t("trial.remove", { size: bytes(state.bytes) })}</BusyButton>
      </div>
    );
  }
  return (
    <div className={classes["actions"]}>
      <BusyButton variant="light" leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />} busy={actions.installing} onClick={actions.onInstall}>
        {t(state.state === "failed" ? "trial.again" : "trial.install", { size: bytes(trial.download) })}
      </BusyButton>
    </div>
  );
}
