/** What can be done with a conversation, behind one button. */
import { ActionIcon, Menu } from "@mantine/core";
import { IconBraces, IconDots, IconMarkdown, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { ExportFormat } from "../../backend/wire";

interface Props {
  /** Of which, for people. */
  name: string;
  tabIndex?: number;
  onRename: () => void;
  onSave: (format: ExportFormat) => void;
  onRemove: () => void;
}

export function ConversationMenu({ name, tabIndex = 0, onRename, onSave, onRemove }: Props) {
  const { t } = useTranslation("chat");
  const icon = { size: 16, stroke: 1.75 } as const;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t("menuOf", { name })} tabIndex={tabIndex} data-menu><IconDots size={16} /></ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onRename}>{t("rename")}</Menu.Item>
        <Menu.Item leftSection={<IconMarkdown {...icon} />} onClick={() => onSave("markdown")}>{t("exportMarkdown")}</Menu.Item>
        <Menu.Item leftSection={<IconBraces {...icon} />} onClick={() => onSave("json")}>{t("exportJson")}</Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={onRemove}>{t("remove")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
