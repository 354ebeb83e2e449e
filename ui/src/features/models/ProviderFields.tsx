/** Name, address and dialect of a provider, with what is wrong with them. */
import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { DialectView, Failure } from "../../backend/wire";
import { FailureNote } from "../../components/FailureNote";
import { HiddenNote } from "../../components/HiddenNote";
import { sentence } from "../../lib/sentence";
import { DIALECTS } from "./presets";
import { addressFault } from "./rows";

export interface Fields {
  name: string;
  dialect: DialectView;
  baseUrl: string;
}

interface Props {
  fields: Fields;
  failure: Failure | null;
  /** Whether the person tried to go on: before that, nobody is told of what is missing. */
  tried: boolean;
  onChange: (fields: Fields) => void;
}

export function ProviderFields({ fields, failure, tried, onChange }: Props) {
  const { t } = useTranslation("models");
  const fault = addressFault(fields.baseUrl);
  const at = failure?.field === "name" ? "name" : /^base_?url$/i.test(failure?.field ?? "") ? "baseUrl" : null;
  const said = failure && sentence(failure.message);
  return (
    <>
      <TextInput
        label={t("form.name")}
        placeholder={t("form.namePlaceholder")}
        value={fields.name}
        maxLength={100}
        error={at === "name" && said}
        autoComplete="off"
        onChange={(event) => onChange({ ...fields, name: event.currentTarget.value })}
      />
      <TextInput
        label={t("form.address")}
        description={t("form.addressHint")}
        placeholder="https://example.com/v1"
        value={fields.baseUrl}
        maxLength={2000}
        error={(at === "baseUrl" && said) || (tried && fault === "bad" && t("form.needAddress")) || (fault === "plain" && t("form.plain"))}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: "mono" }}
        onChange={(event) => onChange({ ...fields, baseUrl: event.currentTarget.value })}
      />
      <HiddenNote texts={[fields.name, fields.baseUrl]} />
      <Select
        label={t("form.dialect")}
        data={DIALECTS.map((value) => ({ value, label: t(`dialect.${value}`) }))}
        value={fields.dialect}
        allowDeselect={false}
        onChange={(_, option) => {
          const dialect = DIALECTS.find((it) => it === option?.value);
          if (dialect) onChange({ ...fields, dialect });
        }}
      />
      {failure && at === null && <FailureNote failure={failure} />}
    </>
  );
}
