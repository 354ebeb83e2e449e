/** A search field: `/` reaches it, Esc empties it and then lets go. */
import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  className?: string | undefined;
  size?: "xs" | "sm";
}

export function SearchField({ label, value, onChange, className, size = "sm" }: Props) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    if (value) onChange("");
    else event.currentTarget.blur();
  };
  return (
    <TextInput
      type="search"
      role="searchbox"
      size={size}
      className={className}
      aria-label={label}
      placeholder={label}
      data-search
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      rightSection={
        value ? <CloseButton size="sm" aria-label={t("action.clear")} onClick={() => onChange("")} /> : null
      }
    />
  );
}
