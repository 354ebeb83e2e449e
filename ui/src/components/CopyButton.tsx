/** Copies a text, and says so. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

interface Props {
  /** The text, or how it is made once somebody wants it. */
  text: string | (() => string);
  label: string;
}

export function CopyButton({ text, label }: Props) {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <Tooltip label={copied ? t("action.copied") : label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        aria-label={label}
        onClick={() => copy(typeof text === "string" ? text : text())}
      >
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
}
