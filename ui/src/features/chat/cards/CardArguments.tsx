/** What a tool was given: name by name, folded beyond three; or the text that came instead. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { CardView } from "../../../backend/wire";
import { JsonTree } from "../../../components/JsonTree";
import { Note } from "../../../components/Note";
import { Stranger, StrangerBlock } from "../../../components/Stranger";
import { compact } from "../../../lib/json";
import { useFold } from "../context";
import classes from "./Cards.module.css";

const FEW = 3;
const SHORT = 160;
/** Longer ones have a line of their own. */
const WIDE = 60;

export function CardArguments({ card }: { card: CardView }) {
  const { t } = useTranslation("chat");
  const entries = Object.entries(card.arguments ?? {});
  const long = entries.length > FEW || entries.some(([, value]) => textOf(value).length > SHORT);
  const [open, toggle] = useFold(`arguments/${card.id}`, false);
  if (card.broken !== null) {
    return (
      <Note tone="attention">
        <p>{t("brokenArguments")}</p>
        <div className={`mono ${classes["words"]}`}><StrangerBlock text={card.broken} /></div>
      </Note>
    );
  }
  if (entries.length === 0) return <p className="dim small">{t("noArguments")}</p>;
  return (
    <div className={classes["arguments"]}>
      {open ? <JsonTree value={card.arguments ?? {}} label={t("arguments")} /> : (
        <dl className={classes["pairs"]}>
          {entries.slice(0, FEW).map(([name, value]) => (
            <div key={name} data-wide={/\n/.test(textOf(value)) || textOf(value).length > WIDE || undefined}><dt><Stranger text={name} />:</dt> <dd><Stranger text={shortened(textOf(value))} /></dd></div>
          ))}
        </dl>
      )}
      {long && (
        <Button size="compact-xs" variant="subtle" fw={400} ml={-8} aria-expanded={open} onClick={toggle}>
          {open ? t("argumentsLess") : entries.length > FEW ? t("argumentsMore", { count: entries.length - FEW }) : t("argumentsWhole")}
        </Button>
      )}
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : compact(value);
}

function shortened(text: string): string {
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}
