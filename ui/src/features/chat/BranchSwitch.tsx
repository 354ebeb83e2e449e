/** ‹ 2/3 ›: goes from one version of a message to the next. */
import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { MessageView } from "../../backend/wire";
import classes from "./Chat.module.css";
import { useDoings } from "./context";

export function BranchSwitch({ message: { id, siblings } }: { message: MessageView }) {
  const { t } = useTranslation("chat");
  const { busy, show } = useDoings();
  const at = siblings.indexOf(id);
  if (siblings.length < 2 || at < 0) return null;
  const onto = (step: number) => {
    const other = siblings[at + step];
    const off = busy || other === undefined;
    return { "aria-disabled": off || undefined, "data-disabled": off || undefined, onClick: () => { if (!off) show(other); } };
  };
  return (
    <span className={classes["branch"]} role="group" aria-label={t("versions")}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t("versionBefore")} {...onto(-1)}><IconChevronLeft size={16} /></ActionIcon>
      <span className="small" aria-label={t("versionOf", { at: at + 1, of: siblings.length })}>{at + 1}/{siblings.length}</span>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t("versionAfter")} {...onto(1)}><IconChevronRight size={16} /></ActionIcon>
    </span>
  );
}
