/** The fields of a server to be. */
import { SegmentedControl, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { EntriesEditor } from "./EntriesEditor";
import { HttpFields } from "./HttpFields";
import { MOST_CALL, MOST_START, START_LIMIT } from "./form";
import type { SideProps } from "./sides";
import { StdioFields } from "./StdioFields";
import classes from "./Draft.module.css";

export function FormSide(props: SideProps) {
  const { t } = useTranslation("draft");
  const { form, errors, nameHint, onChange, askSecret } = props;
  const stdio = form.kind === "stdio";
  return (
    <div className={classes["fields"]}>
      <TextInput
        label={t("title")}
        description={nameHint}
        error={errors.title}
        withAsterisk
        value={form.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t("description")}
        autosize
        minRows={1}
        maxRows={4}
        value={form.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <SegmentedControl
        aria-label={t("kind")}
        value={form.kind}
        data={[
          { value: "stdio", label: t("stdio") },
          { value: "http", label: t("http") },
        ]}
        onChange={(value) => onChange({ kind: value })}
      />
      {stdio ? <StdioFields {...props} /> : <HttpFields {...props} />}
      <EntriesEditor
        key={form.kind}
        kind={stdio ? "env" : "headers"}
        entries={stdio ? form.env : form.headers}
        onChange={(entries) => onChange(stdio ? { env: entries } : { headers: entries })}
        askSecret={askSecret}
      />
      <Limits {...props} />
    </div>
  );
}

function Limits({ form, errors, onChange }: SideProps) {
  const { t } = useTranslation("draft");
  return (
    <div className={classes["pair"]}>
      <TextInput
        id={START_LIMIT}
        label={`${t("startLimit")} (${t("seconds")})`}
        description={t("limitHint")}
        inputMode="numeric"
        placeholder="120"
        error={errors.startLimit && t("badLimit", { most: MOST_START })}
        value={form.startLimit}
        onChange={(event) => onChange({ startLimit: event.currentTarget.value })}
      />
      <TextInput
        label={`${t("callLimit")} (${t("seconds")})`}
        description={t("callLimitHint")}
        inputMode="numeric"
        placeholder="120"
        error={errors.callLimit && t("badLimit", { most: MOST_CALL })}
        value={form.callLimit}
        onChange={(event) => onChange({ callLimit: event.currentTarget.value })}
      />
    </div>
  );
}
