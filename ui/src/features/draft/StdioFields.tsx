/** The fields of a program: command, arguments one on each line, folder. */
import { Button, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { SideProps } from "./sides";
import classes from "./Draft.module.css";

export function StdioFields({ form, errors, onChange, onSplit }: SideProps) {
  const { t } = useTranslation("draft");
  const lines = form.args.some((it) => it.includes("\n"));
  const splits = /\S\s+\S/.test(form.command) && form.args.length === 0;
  return (
    <>
      <div className={classes["fields"]}>
        <TextInput
          label={t("command")}
          description={t("commandHint")}
          error={errors.command}
          withAsterisk
          spellCheck={false}
          classNames={{ input: "mono" }}
          value={form.command}
          onChange={(event) => onChange({ command: event.currentTarget.value })}
        />
        {splits && (
          <div>
            <Button size="compact-sm" variant="default" onClick={() => onSplit(form.command)}>{t("split")}</Button>
          </div>
        )}
      </div>
      <Textarea
        label={t("args")}
        description={lines ? t("argsLines") : t("argsHint")}
        disabled={lines}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        classNames={{ input: "mono" }}
        value={form.args.join("\n")}
        onChange={(event) => onChange({ args: argsIn(event.currentTarget.value) })}
      />
      <TextInput
        label={t("cwd")}
        description={t("cwdHint")}
        spellCheck={false}
        classNames={{ input: "mono" }}
        value={form.cwd}
        onChange={(event) => onChange({ cwd: event.currentTarget.value })}
      />
    </>
  );
}

/** An empty field holds no argument; an empty line in it is an empty argument. */
function argsIn(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}
