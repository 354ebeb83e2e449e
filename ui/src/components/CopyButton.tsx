/** Copies a text, and says so. */
import { ActionIcon, CopyButton as Copy, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  return (
    <Copy value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t("action.copied") : label}>
          <ActionIcon variant="subtle" color="gray" size="md" aria-label={label} onClick={copy}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  );
}
