/** Asks for the arguments of a prompt before it goes along with a message. */
import { Button, Group, Modal } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import type { PromptView } from "../../../backend/wire";
import { useServers, useWishes } from "../../../backend/queries";
import { Stranger } from "../../../components/Stranger";
import { SuggestField } from "../../../components/SuggestField";
import { useLast } from "../../../components/useLast";
import classes from "./Composer.module.css";

interface Props {
  asked: { server: string; prompt: PromptView } | null;
  onGiven: (server: string, prompt: PromptView, args: Record<string, string>) => void;
  onClose: () => void;
}

export function PromptForm({ asked: now, onGiven, onClose }: Props) {
  const { t } = useTranslation(["chat", "common"]);
  const asked = useLast(now);
  return (
    <Modal opened={now !== null} onClose={onClose} title={asked && <Stranger text={asked.prompt.title ?? asked.prompt.name} />} closeButtonProps={{ "aria-label": t("common:action.close") }}>
      {asked && <Fields key={`${asked.server}\n${asked.prompt.name}`} server={asked.server} prompt={asked.prompt} onClose={onClose} onGiven={(args) => onGiven(asked.server, asked.prompt, args)} />}
    </Modal>
  );
}

function Fields({ server, prompt, onGiven, onClose }: { server: string; prompt: PromptView; onGiven: (args: Record<string, string>) => void; onClose: () => void }) {
  const { t } = useTranslation("chat");
  const [values, setValues] = useState<Record<string, string>>({});
  const [tried, setTried] = useState(false);
  const ready = useServers().data?.servers.find((it) => it.name === server)?.state.state === "ready";
  const can = useWishes(server).data?.can;
  const suggests = ready && can?.complete === true;
  /** What was filled in beside it: what fits may depend on that. */
  const others = (name: string) => Object.fromEntries(Object.entries(values).filter(([key, value]) => key !== name && value !== ""));
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
        <SuggestField
          key={it.name}
          first={at === 0}
          label={it.title ?? it.name}
          description={it.description}
          required={it.required}
          fault={tried && missing(it.name, it.required) ? t("needed") : null}
          wanted={{ server, of: { type: "prompt", name: prompt.name }, argument: it.name, value: values[it.name] ?? "", others: others(it.name) }}
          suggests={suggests}
          onChange={(value) => setValues((now) => ({ ...now, [it.name]: value }))}
        />
      ))}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>{t("cancel")}</Button>
        <Button type="submit">{t("attachPrompt")}</Button>
      </Group>
    </form>
  );
}
