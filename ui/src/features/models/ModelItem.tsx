/** One model: its star, what is known of it, its test, and what the person says of it. */
import { ActionIcon, Button } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { failureShown, useCommand } from "../../backend/commands";
import type { ModelTold, ModelView } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { FailureNote } from "../../components/FailureNote";
import { Stranger } from "../../components/Stranger";
import { visible } from "../../lib/visible";
import { ModelDetails } from "./ModelDetails";
import { TestSteps } from "./TestSteps";
import classes from "./Pane.module.css";

interface Props {
  provider: number;
  model: ModelView;
  onTell: (told: ModelTold) => Promise<boolean>;
}

export function ModelItem({ provider, model, onTell }: Props) {
  const { t } = useTranslation("models");
  const [open, setOpen] = useState(false);
  const [began, setBegan] = useState(0);
  const test = useCommand("test_model");
  const { id, title, context, told } = model;
  const name = visible(title ?? id);
  const failure = failureShown(test.error);
  const onTest = () => {
    setBegan(Date.now());
    // What goes wrong is shown below.
    test.mutateAsync({ model: { provider, model: id } }).catch(() => undefined);
  };
  return (
    <li className={classes["model"]} data-model={id}>
      <div className={classes["line"]}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t("models.star", { name })}
          aria-pressed={told.favourite}
          onClick={() => void onTell({ ...told, favourite: !told.favourite })}
        >
          {told.favourite ? <IconStarFilled size={16} className={classes["star"]} /> : <IconStar size={16} stroke={1.75} />}
        </ActionIcon>
        <div className={classes["modelName"]}>
          <Stranger text={title ?? id} className={title ? classes["strong"] : "mono"} />
          {title && title !== id && <div className="dim small mono"><Stranger text={id} /></div>}
          <Known told={{ ...told, context: told.context ?? context }} />
        </div>
        <div className={classes["modelActions"]}>
          <Button size="compact-sm" variant="subtle" color="gray" aria-expanded={open} aria-label={t("models.editOf", { name })} onClick={() => setOpen(!open)}>
            {t("models.edit")}
          </Button>
          <BusyButton size="compact-sm" variant="default" busy={test.isPending} aria-label={t("models.testOf", { name })} onClick={onTest}>
            {t("models.test")}
          </BusyButton>
        </div>
      </div>
      {(test.isPending || test.data) && <TestSteps name={name} since={began} tested={test.isPending ? null : (test.data ?? null)} />}
      {failure && <FailureNote failure={failure} />}
      {open && <ModelDetails name={name} context={context} told={told} onTell={onTell} />}
    </li>
  );
}

function Known({ told: { context, price, blind, mustCall } }: { told: ModelTold }) {
  const { t, i18n } = useTranslation("models");
  const money = (value: number) => new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 6 }).format(value);
  const facts = [
    context !== null && t("models.context", { count: context }),
    price && t("models.price", { input: money(price.input), output: money(price.output) }),
    blind && t("models.blind"),
    mustCall && t("models.mustCall"),
  ].filter((it) => typeof it === "string");
  if (facts.length === 0) return null;
  return <div className="dim small" title={price ? t("models.priceHint") : undefined}>{facts.join(" · ")}</div>;
}
