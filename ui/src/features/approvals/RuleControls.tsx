/** What can be done with one rule: move, edit, remove. */
import { ActionIcon } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  name: string;
  first: boolean;
  last: boolean;
  onMove: (step: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

export function RuleControls({ name, first, last, onMove, onEdit, onRemove }: Props) {
  const { t } = useTranslation("approvals");
  const button = (control: "up" | "down" | "edit" | "remove", drawn: ReactNode, does: () => void, off = false) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      data-heir={control === "edit" || undefined}
      title={t(control)}
      aria-label={t("controlOf", { control: t(control), name })}
      // Not `disabled`: that would let go of the focus once a rule is at the end of its way.
      aria-disabled={off || undefined}
      data-disabled={off || undefined}
      onClick={() => { if (!off) does(); }}
    >
      {drawn}
    </ActionIcon>
  );
  return (
    <>
      {button("up", <IconArrowUp {...icon} />, () => onMove(-1), first)}
      {button("down", <IconArrowDown {...icon} />, () => onMove(1), last)}
      {button("edit", <IconPencil {...icon} />, onEdit)}
      {button("remove", <IconTrash {...icon} />, onRemove)}
    </>
  );
}
