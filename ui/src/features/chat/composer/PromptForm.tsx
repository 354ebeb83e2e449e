/** Asks for the arguments of a prompt before it goes along with a message. */
import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import type { PromptView } from "../../../backend/wire";
import { Stranger } from "../../../components/Stranger";
import { visible } from "../../../lib/visible";
import classes from "./Composer.module.css";

interface Props {
  asked: { server: string; prompt: PromptView } | null;
  onGiven: (server: string, prompt: PromptView, args: Record<string, string>) => void;
  onClose: () => void;
}

export function PromptForm({ asked, onGiven, onClose }: Props) {
  const { t } = useTranslation(["chat", "common"]);
  return (
    <Modal opened={asked !== null} onClose={onClose} title={asked && <Stranger text={asked.prompt.title ?? asked.prompt.name} />} closeButtonProps={{ "aria-label": t("common:action.close") }}>
      {asked && <Fields key={asked.prompt.name} prompt={asked.prompt} onClose={onClose} onGiven={(args) => onGiven(asked.server, asked.prompt, args)} />}
    </Modal>
  );
}

function Fields({ prompt, onGiven, onClose }: { prompt: PromptView; onGiven: (args: Record<string, string>) => void; onClose: () => void }) {
  const { t } = useTranslation("chat");
  const [values, setValues] = useState<Record<string, string>>({});
  const [tried, setTried] = useState(false);
  const missing = (name: string, required: boolean) => required && !values[name]?.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (prompt.arguments.some((it) => missing(it.name, it.required))) return;
    onGiven(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")));
  };
  return (
    <form onSubmit={submit} className={classes["form"]} noValidate>
      {prompt.description && <p className="dim"><Stranger text={prompt.description} /></p>}
      {prompt.arguments.map((it, at) => (
        <TextInput
          key={it.name}
          data-autofocus={at === 0 || undefined}
          label={visible(it.title ?? it.name)}
          description={visible(it.description) || undefined}
          required={it.required}
          error={tried && missing(it.name, it.required) ? t("needed") : undefined}
          value={values[it.name] ?? ""}
          onChange={(event) => { const { value } = event.currentTarget; setValues((now) => ({ ...now, [it.name]: value })); }}
        />
      ))}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>{t("cancel")}</Button>
        <Button type="submit">{t("attachPrompt")}</Button>
      </Group>
    </form>
  );
}
