/** What the person says of a model: how much it takes, what it costs, whether it sees pictures, and whether it must call. */
import { NumberInput, Switch } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import type { ModelTold } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { showDone } from "../../components/toasts";
import { fieldsOf, toldOf, type ToldFields } from "./rows";
import classes from "./Pane.module.css";

interface Props {
  name: string;
  /** What the provider says of how much it takes. */
  context: number | null;
  told: ModelTold;
  onTell: (told: ModelTold) => Promise<boolean>;
}

export function ModelDetails({ name, context: given, told, onTell }: Props) {
  const { t, i18n } = useTranslation("models");
  const [fields, setFields] = useState<ToldFields>(() => fieldsOf(told));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const next = toldOf(fields, told);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!next || busy) return;
    setBusy(true);
    if (await onTell(next)) showDone(t("told.saved", { name }));
    setBusy(false);
  };
  const price = (key: "input" | "output" | "cached") => (
    <NumberInput
      label={t(`told.${key}`)}
      min={0}
      decimalScale={6}
      prefix="$"
      hideControls
      value={fields[key]}
      onChange={(value) => setFields({ ...fields, [key]: value })}
    />
  );
  return (
    <form className={classes["details"]} aria-label={t("models.editOf", { name })} onSubmit={(event) => void onSubmit(event)}>
      <NumberInput
        label={t("told.context")}
        description={t("told.contextHint")}
        min={1}
        max={100_000_000}
        allowDecimal={false}
        thousandSeparator=","
        hideControls
        value={fields.context}
        placeholder={given === null ? "" : new Intl.NumberFormat(i18n.language).format(given)}
        onChange={(context) => setFields({ ...fields, context })}
      />
      <fieldset className={classes["prices"]}>
        <legend>{t("told.prices")}</legend>
        <p className="dim small">{t("told.pricesHint")}</p>
        <div className={classes["three"]}>{price("input")}{price("output")}{price("cached")}</div>
        {tried && !next && <p className={classes["wrong"]} role="alert">{t("told.both")}</p>}
      </fieldset>
      <Switch
        label={t("told.blind")}
        description={t("told.blindHint")}
        withThumbIndicator={false}
        checked={fields.blind}
        onChange={(event) => setFields({ ...fields, blind: event.currentTarget.checked })}
      />
      <Switch
        label={t("told.mustCall")}
        description={t("told.mustCallHint")}
        withThumbIndicator={false}
        checked={fields.mustCall}
        onChange={(event) => setFields({ ...fields, mustCall: event.currentTarget.checked })}
      />
      <div><BusyButton type="submit" size="compact-sm" busy={busy}>{t("told.save")}</BusyButton></div>
    </form>
  );
}
