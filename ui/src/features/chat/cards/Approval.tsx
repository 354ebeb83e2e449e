/** The person's yes or no to one call: once, here, always or never. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Verdict } from "../../../backend/wire";
import { BusyButton } from "../../../components/BusyButton";
import { useDoings } from "../context";
import classes from "./Cards.module.css";

export function Approval({ call, name }: { call: string; name: string }) {
  const { t } = useTranslation("chat");
  const { decide } = useDoings();
  const [said, setSaid] = useState<Verdict | null>(null);
  const say = (verdict: Verdict) => {
    setSaid(verdict);
    // Where it was taken the card is another one by then; a question that was given up leaves it as it was.
    void decide(call, verdict).finally(() => setSaid(null));
  };
  const button = (verdict: Verdict) => ({
    size: "compact-md" as const,
    busy: said === verdict,
    disabled: said !== null && said !== verdict,
    onClick: () => say(verdict),
  });
  return (
    <div className={classes["approval"]} role="group" aria-label={t("approval.of", { name })}>
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
