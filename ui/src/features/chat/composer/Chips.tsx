/** What goes along with the message that is being written: each can be taken away. */
import { CloseButton, Loader, Tooltip } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Stranger } from "../../../components/Stranger";
import { sentence } from "../../../lib/sentence";
import { visible } from "../../../lib/visible";
import { nameOf, PartIcon } from "../AttachedPart";
import type { Attached } from "../drafts";
import classes from "./Composer.module.css";

export function Chips({ attached, onRemove }: { attached: Attached[]; onRemove: (one: Attached) => void }) {
  const { t } = useTranslation("chat");
  if (attached.length === 0) return null;
  return (
    <ul className={classes["chips"]} aria-label={t("attached")}>
      {attached.map((it) => {
        const name = it.part && it.part.kind !== "text" ? nameOf(it.part) : (it.name ?? "");
        const why = it.failure && [it.failure.message, it.failure.hint].filter((one) => one !== null).map(sentence).join(" ");
        return (
          <li key={it.id} className={classes["chip"]} data-failed={it.failure ? true : undefined}>
            {it.failure ? <IconAlertTriangle size={16} aria-hidden="true" /> : it.part && it.part.kind !== "text" ? <PartIcon kind={it.part.kind} /> : <Loader size={14} aria-label={t("reading")} />}
            <Tooltip label={visible(why ?? name)} multiline maw={320}><span className="cut"><Stranger text={name} /></span></Tooltip>
            {why && <span className={`small ${classes["why"]}`} role="alert">{visible(why)}</span>}
            <CloseButton size="sm" aria-label={t("takeAway", { name: visible(name) })} onClick={() => onRemove(it)} />
          </li>
        );
      })}
    </ul>
  );
}
