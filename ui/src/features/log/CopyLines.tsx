/** Copies what is selected in the log, or else all lines that are shown. */
import { Button, Tooltip } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { LogLineView } from "../../backend/wire";
import { asText } from "./tags";

export function CopyLines({ lines }: { lines: readonly LogLineView[] }) {
  const { t } = useTranslation(["log", "common"]);
  const clipboard = useClipboard({ timeout: 1500 });
  const copy = () => {
    const selected = window.getSelection()?.toString() ?? "";
    clipboard.copy(selected.trim() ? selected : asText(lines));
  };
  return (
    <Tooltip label={t("copyHint")}>
      <Button
        variant="default"
        leftSection={clipboard.copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.75} />}
        // A click would empty the selection before it is read.
        onMouseDown={(event) => event.preventDefault()}
        onClick={copy}
      >
        {clipboard.copied ? t("common:action.copied") : t("copy")}
      </Button>
    </Tooltip>
  );
}
