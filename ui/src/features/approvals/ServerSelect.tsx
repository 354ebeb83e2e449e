/** Chooses a server, or every one; one that is gone can still be named by a rule. */
import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { visible } from "../../lib/visible";

interface Props {
  value: string | null;
  servers: ServerRow[];
  onChange: (server: string | null) => void;
}

/** No server's name: those begin with a letter. */
const EVERY = "*";

export function ServerSelect({ value, servers, onChange }: Props) {
  const { t } = useTranslation("approvals");
  const known = servers.map((it) => ({ value: it.name, label: visible(it.title) }));
  const gone = value !== null && !servers.some((it) => it.name === value) ? [{ value, label: visible(value) }] : [];
  return (
    <Select
      label={t("editor.server")}
      data={[{ value: EVERY, label: t("editor.everyServer") }, ...known, ...gone]}
      value={value ?? EVERY}
      searchable
      allowDeselect={false}
      onChange={(next) => { if (next !== null) onChange(next === EVERY ? null : next); }}
    />
  );
}
