/** The state of a server as a dot and a word. */
import { useTranslation } from "react-i18next";

import type { StateView } from "../../backend/wire";
import { StateMark, type Tone } from "../../components/StateMark";
import { unreachable } from "../../lib/unreachable";

type Word = "off" | "starting" | "installing" | "ready" | "failed";

export function ServerState({ state }: { state: StateView }) {
  const { t } = useTranslation("servers");
  const { tone, word } = look(state);
  return <StateMark tone={tone}>{t(`state.${word}`)}</StateMark>;
}

function look(state: StateView): { tone: Tone; word: Word } {
  switch (state.state) {
    case "off":
      return { tone: "off", word: "off" };
    case "starting":
      return { tone: "working", word: state.phase === "installing" ? "installing" : "starting" };
    case "ready":
      return { tone: "ready", word: "ready" };
    case "failed":
      return { tone: "failed", word: "failed" };
    default:
      return unreachable(state);
  }
}
