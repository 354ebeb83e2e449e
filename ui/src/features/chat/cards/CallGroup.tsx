/** Calls that a model made at once: one card each, and above several what they are up to together. */
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { CardView } from "../../../backend/wire";
import { BusyButton } from "../../../components/BusyButton";
import { StateMark } from "../../../components/StateMark";
import { useDoings } from "../context";
import { Card } from "./Card";
import classes from "./Cards.module.css";

/** More than these are shown folded once they are over. */
const FEW = 2;

export function CallGroup({ cards }: { cards: CardView[] }) {
  const { t } = useTranslation("chat");
  const many = cards.length > 1;
  return (
    <div className={classes["group"]} role="group" aria-label={t("calls", { count: cards.length })}>
      {many && <GroupHead cards={cards} />}
      {cards.map((it) => <Card key={it.id} card={it} folded={cards.length > FEW} />)}
    </div>
  );
}

function GroupHead({ cards }: { cards: CardView[] }) {
  const { t } = useTranslation("chat");
  const { decide } = useDoings();
  const [busy, setBusy] = useState(false);
  const waiting = cards.filter((it) => it.state === "pending");
  const running = cards.filter((it) => it.state === "running").length;
  const allowAll = () => {
    setBusy(true);
    void Promise.all(waiting.map((it) => decide(it, "once"))).finally(() => setBusy(false));
  };
  return (
    <div className={classes["groupHead"]}>
      <span className="dim small">{t("calls", { count: cards.length })}</span>
      {running > 0 && <StateMark tone="working">{t("running", { count: running })}</StateMark>}
      {waiting.length > 1 && (
        <>
          <StateMark tone="attention">{t("waits", { count: waiting.length })}</StateMark>
          <BusyButton size="compact-sm" busy={busy} onClick={allowAll}>{t("allowAll")}</BusyButton>
        </>
      )}
    </div>
  );
}
