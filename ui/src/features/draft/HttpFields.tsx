/** The field of an address. */
import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { SideProps } from "./sides";

export function HttpFields({ form, errors, onChange }: SideProps) {
  const { t } = useTranslation("draft");
  return (
    <TextInput
      label={t("url")}
      placeholder="https://example.com/mcp"
      error={errors.url}
      withAsterisk
      type="url"
      spellCheck={false}
      classNames={{ input: "mono" }}
      value={form.url}
      onChange={(event) => onChange({ url: event.currentTarget.value })}
    />
  );
}
