/** Adds a provider: what it is fills in the rest, and its key is asked for outside of this page. */
import { Button, Checkbox, UnstyledButton } from "@mantine/core";
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import type { Failure } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { PRESETS, type Preset } from "./presets";
import { ProviderFields, type Fields } from "./ProviderFields";
import { addressFault } from "./rows";
import type { ProviderActions } from "./useProviderActions";
import classes from "./Models.module.css";

interface Props {
  actions: ProviderActions;
  /** Nothing where the form is all that there is. */
  onClose: (() => void) | null;
}

const KINDS = ["account", "here", "other"] as const;

export function AddProvider({ actions, onClose }: Props) {
  const { t } = useTranslation("models");
  const [preset, setPreset] = useState<Preset | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const opened = onClose !== null;
  useEffect(() => { if (opened) box.current?.querySelector("button")?.focus(); }, [opened]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !onClose || actions.adding || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears the Esc of what is in it
    <div ref={box} className={`box ${classes["form"]}`} data-testid="add" onKeyDown={onKeyDown}>
      {KINDS.map((kind) => (
        <div key={kind} role="group" aria-label={t(`form.kinds.${kind}`)}>
          <p className={`dim small ${classes["kind"]}`} aria-hidden="true">{t(`form.kinds.${kind}`)}</p>
          <div className={classes["presets"]}>
            {PRESETS.filter((it) => it.kind === kind).map((it) => (
              <UnstyledButton key={it.name} className={classes["preset"]} aria-pressed={it === preset} onClick={() => setPreset(it)}>
                {it.name ?? t("form.other")}
              </UnstyledButton>
            ))}
          </div>
        </div>
      ))}
      {preset && <Form key={preset.name} preset={preset} actions={actions} onClose={onClose} />}
      {!preset && onClose && <div><Button variant="default" onClick={onClose}>{t("form.cancel")}</Button></div>}
    </div>
  );
}

function Form({ preset, actions, onClose }: Props & { preset: Preset }) {
  const { t } = useTranslation("models");
  const [fields, setFields] = useState<Fields>({ name: preset.name ?? "", dialect: preset.dialect, baseUrl: preset.baseUrl });
  const [withKey, setWithKey] = useState(preset.withKey);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (actions.adding || addressFault(fields.baseUrl) !== "none") return;
    actions
      .onAdd({ ...fields, name: fields.name.trim(), baseUrl: fields.baseUrl.trim(), withKey })
      .then(() => onClose?.())
      .catch((thrown: unknown) => {
        const why = failureOf(thrown);
        setFailure(why.code === "declined" ? null : why);
      });
  };
  return (
    <form className={classes["fields"]} aria-label={preset.name ?? t("form.other")} onSubmit={onSubmit}>
      <ProviderFields fields={fields} failure={failure} tried={tried} onChange={setFields} />
      <Checkbox
        label={t("form.withKey")}
        description={t(withKey ? "form.askHint" : "form.noAsk")}
        checked={withKey}
        onChange={(event) => setWithKey(event.currentTarget.checked)}
      />
      <div className={classes["formActions"]}>
        <BusyButton type="submit" busy={actions.adding}>{t(withKey ? "form.submitAsk" : "form.submit")}</BusyButton>
        {onClose && <Button variant="default" onClick={onClose}>{t("form.cancel")}</Button>}
        <p className="dim small" role="status">{actions.adding && withKey ? t("form.asking") : ""}</p>
      </div>
    </form>
  );
}
