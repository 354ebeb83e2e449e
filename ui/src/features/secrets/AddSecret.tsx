/** Names a new secret. Its value is asked for in a dialog of the system, once the name is good. */
import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import type { SecretRow } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { isName } from "./rows";
import type { SecretActions } from "./useSecretActions";
import classes from "./Secrets.module.css";

interface Props {
  secrets: SecretRow[];
  actions: SecretActions;
  /** Whether the keychain is known to fail: then memory can be chosen at once. */
  failing: boolean;
  onClose: () => void;
}

export function AddSecret({ secrets, actions, failing, onClose }: Props) {
  const { t } = useTranslation("secrets");
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const key = name.trim();
  const good = isName(key);
  const known = secrets.some((it) => it.key === key && it.place !== "missing");
  const busy = actions.busy.has(key);
  const submit = async (ask: (key: string) => Promise<boolean>) => {
    setTried(true);
    if (good && !busy && (await ask(key))) onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(actions.set);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || busy) return;
    event.stopPropagation();
    onClose();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only hears the Esc of its field
    <form className={`box ${classes["form"]}`} aria-label={t("add")} onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <TextInput
        className={classes["field"]}
        label={t("name")}
        description={t("rule")}
        error={tried && !good ? t("badName") : undefined}
        placeholder="GITHUB_TOKEN"
        value={name}
        maxLength={220}
        autoComplete="off"
        spellCheck={false}
        ref={field}
        onChange={(event) => setName(event.currentTarget.value)}
        classNames={{ input: "mono" }}
      />
      <p className="dim small" role="status">{t(busy ? "asking" : known ? "known" : "asked")}</p>
      <div className={classes["formActions"]}>
        <BusyButton busy={busy} onClick={() => void submit(actions.set)}>{t(known ? "askAgain" : "ask")}</BusyButton>
        {failing && (
          <BusyButton variant="default" busy={false} disabled={busy} onClick={() => void submit(actions.hold)}>{t("keychain.hold")}</BusyButton>
        )}
        <Button variant="default" onClick={onClose}>{t("cancel")}</Button>
      </div>
    </form>
  );
}
