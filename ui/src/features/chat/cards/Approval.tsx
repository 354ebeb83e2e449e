/** The person's yes or no to one call: once, here, always or never. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { CardView, Verdict } from "../../../backend/wire";
import { BusyButton } from "../../../components/BusyButton";
import { useJustChanged } from "../../../lib/useJustChanged";
import { visible } from "../../../lib/visible";
import { useDoings } from "../context";
import classes from "./Cards.module.css";

/** How long a yes sleeps when the card shows something else than a moment ago: a click meant what was there before. */
const SLEEP = 500;

export function Approval({ card }: { card: CardView }) {
  const { t } = useTranslation("chat");
  const { decide } = useDoings();
  const [said, setSaid] = useState<Verdict | null>(null);
  const asleep = useJustChanged(JSON.stringify(card.shown), SLEEP);
  const say = (verdict: Verdict) => {
    setSaid(verdict);
    // Where it was taken the card is another one by then; a question that was given up leaves it as it was.
    void decide(card, verdict).finally(() => setSaid(null));
  };
  const button = (verdict: Verdict) => ({
    size: "compact-md" as const,
    busy: said === verdict,
    disabled: (said !== null && said !== verdict) || (asleep && verdict !== "deny"),
    onClick: () => say(verdict),
  });
  return (
    <div className={classes["approval"]} role="group" aria-label={t("approval.of", { name: visible(card.tool) })}>
      <BusyButton {...button("once")}>{t("approval.once")}</BusyButton>
      <BusyButton variant="default" {...button("conversation")}>{t("approval.conversation")}</BusyButton>
      <BusyButton variant="default" {...button("always")}>{t("approval.always")}</BusyButton>
      <BusyButton variant="default" {...button("deny")}>{t("approval.deny")}</BusyButton>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("approval.more")}><IconDots size={16} /></ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => say("never")}>{t("approval.never")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
