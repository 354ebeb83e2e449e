/** What can be done with a call that is over: copy, run again, the log, what the model saw. */
import { Button, Modal } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useBackend } from "../../../backend/context";
import { useUnread } from "../../../backend/unread";
import type { CardView } from "../../../backend/wire";
import { textOf } from "../../../components/parts/outcome";
import { LazyCode } from "../../../components/LazyCode";
import { Unread } from "../../../components/Unread";
import { indent } from "../../../lib/json";
import { serverHref } from "../../../lib/route";
import { size } from "../../../lib/size";
import { visible } from "../../../lib/visible";
import classes from "./Cards.module.css";

export function CardFoot({ card, again, onAgain }: { card: CardView; again: boolean; onAgain: () => void }) {
  const { t } = useTranslation(["chat", "common"]);
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const [saw, setSaw] = useState(false);
  const { outcome } = card;
  const link = { size: "compact-xs", variant: "subtle", color: "gray", fw: 400 } as const;
  const of = (action: string) => ({ "aria-label": t("actionOf", { action, name: visible(card.tool) }) });
  return (
    <div className={classes["foot"]}>
      {outcome && <Button {...link} {...of(t("card.copy"))} onClick={() => copy(textOf(outcome) || indent(outcome.raw ?? ""))}>{copied ? t("common:action.copied") : t("card.copy")}</Button>}
      {card.server !== null && <Button {...link} {...of(t("card.again"))} aria-expanded={again} onClick={onAgain}>{t("card.again")}</Button>}
      {card.server !== null && <Button {...link} {...of(t("card.log"))} component="a" href={serverHref(card.server, "log")}>{t("card.log")}</Button>}
      <Button {...link} {...of(t("card.saw"))} onClick={() => setSaw(true)}>{t("card.saw")}</Button>
      <Modal opened={saw} onClose={() => setSaw(false)} size="lg" title={t("card.saw")} closeButtonProps={{ "aria-label": t("common:action.close") }}>
        <Saw call={card.id} />
      </Modal>
    </div>
  );
}

function Saw({ call }: { call: string }) {
  const { t, i18n } = useTranslation("chat");
  const backend = useBackend();
  const query = useQuery({ queryKey: ["modelSaw", call], queryFn: () => backend.call("model_saw", { call }), retry: false, staleTime: 0, gcTime: 60_000 });
  const unread = useUnread(query);
  if (unread) return <Unread what={t("saw.unread")} {...unread} />;
  if (!query.data) return <div style={{ height: 320 }} />;
  const { text, size: bytes, tokens } = query.data;
  return (
    <div className={classes["saw"]}>
      <p className="dim">{t("saw.facts", { size: size(bytes, i18n.language), tokens: new Intl.NumberFormat(i18n.language).format(tokens) })}</p>
      <div className={classes["sawText"]}><LazyCode label={t("card.saw")} value={text} plain /></div>
    </div>
  );
}
