/** Chooses until when a rule holds: for good, for a while from now on, or as it was. */
import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { exact } from "../../lib/time";

interface Props {
  /** As it was; nothing for good. */
  kept: number | null;
  value: number | null;
  onChange: (expires: number | null) => void;
}

const HOUR = 3_600_000;
const SPANS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR } as const;

export function UntilSelect({ kept, value, onChange }: Props) {
  const { t, i18n } = useTranslation("approvals");
  const [choice, setChoice] = useState(value === null ? "good" : "kept");
  const before = kept === null ? [] : [{ value: "kept", label: t("editor.for.kept", { at: exact(kept, i18n.language) }) }];
  const onChoose = (next: string | null) => {
    setChoice(next ?? "good");
    if (next === "kept") onChange(kept);
    else onChange(next === "hour" || next === "day" || next === "week" ? Date.now() + SPANS[next] : null);
  };
  return (
    <Select
      label={t("editor.until")}
      data={[
        { value: "good", label: t("editor.for.good") },
        { value: "hour", label: t("editor.for.hour") },
        { value: "day", label: t("editor.for.day") },
        { value: "week", label: t("editor.for.week") },
        ...before,
      ]}
      value={choice}
      allowDeselect={false}
      onChange={onChoose}
    />
  );
}
