/** What a test of a model found, step by step, the ones that were not tried among them. */
import { useTranslation } from "react-i18next";

import type { Tested, TestOf } from "../../backend/wire";
import { Elapsed } from "../../components/Elapsed";
import { Said } from "../../components/Said";
import { StateMark } from "../../components/StateMark";
import { sentence } from "../../lib/sentence";
import { took } from "../../lib/time";
import classes from "./Pane.module.css";

const STEPS: readonly TestOf[] = ["reach", "signIn", "model", "answer", "tools"];

interface Props {
  name: string;
  since: number;
  /** Nothing while it is under way. */
  tested: Tested | null;
}

export function TestSteps({ name, since, tested }: Props) {
  const { t, i18n } = useTranslation("models");
  const good = tested?.steps.every((it) => it.ok);
  return (
    <div className={`box ${classes["test"]}`} role="group" aria-label={t("test.result", { name })}>
      <p role="status">
        {!tested && <><StateMark tone="working">{t("test.testing")}</StateMark> <span className="dim"><Elapsed since={since} /></span></>}
        {tested && good && <StateMark tone="ready">{t("test.good", { time: took(tested.took, i18n.language) })}</StateMark>}
        {tested && !good && <StateMark tone="failed">{t("test.bad")}</StateMark>}
      </p>
      {tested && (
        <ol className={classes["steps"]}>
          {STEPS.map((what) => {
            const step = tested.steps.find((it) => it.what === what);
            return (
              <li key={what} data-step={what}>
                <StateMark tone={step ? (step.ok ? "ready" : "failed") : "off"}>{t(`test.step.${what}`)}</StateMark>
                <span className="srOnly">{step && t(step.ok ? "test.ok" : "test.failed")}</span>
                <span className={step && !step.ok ? undefined : "dim"}>
                  {step ? <Said text={sentence(step.words)} /> : t("test.untried")}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
