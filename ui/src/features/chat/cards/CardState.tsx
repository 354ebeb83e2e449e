/** How a call stands: a dot, a word, and how long it took or has been going on. */
import { useTranslation } from "react-i18next";

import type { CardView } from "../../../backend/wire";
import { Elapsed } from "../../../components/Elapsed";
import { StateMark, type Tone } from "../../../components/StateMark";
import { took } from "../../../lib/time";
import classes from "./Cards.module.css";

const TONES: Record<CardView["state"], Tone> = {
  pending: "attention", running: "working", done: "ready", failed: "failed", cancelled: "off", rejected: "off", interrupted: "attention",
};

export function CardState({ card, asks }: { card: CardView; asks: boolean }) {
  const { t, i18n } = useTranslation("chat");
  const { state, started, ended, outcome } = card;
  const failed = state === "done" && outcome?.isError === true;
  const word = asks ? t("cardState.asks") : t(`cardState.${failed ? "failed" : state}`);
  const tone = asks ? "attention" : failed ? "failed" : TONES[state];
  return (
    <span className={classes["state"]}>
      <StateMark tone={tone}>{word}</StateMark>
      {state === "running" && started !== null && <span className="dim">· <Elapsed since={started} /></span>}
      {started !== null && ended !== null && <span className="dim">· {took(ended - started, i18n.language)}</span>}
    </span>
  );
}
