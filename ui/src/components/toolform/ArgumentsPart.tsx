/** The arguments as a form or as JSON, with a switch between them. */
import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import { lazy, Suspense, type Ref } from "react";
import { useTranslation } from "react-i18next";

import type { Failure } from "../../backend/wire";
import { Boundary } from "../Boundary";
import { HiddenNote } from "../HiddenNote";
import { JsonTree } from "../JsonTree";
import { LazyCode } from "../LazyCode";
import lists from "../ListPage.module.css";
import { Note } from "../Note";
import classes from "../parts/Parts.module.css";
import { isObject, textsIn } from "../../lib/json";
import { unreachable } from "../../lib/unreachable";
import { hasForm, pruned, readArguments, requiredIn, takesNothing, type Filled, type TextReading } from "./arguments";
import type { Translate } from "./errorWords";
import type { Checks } from "./SchemaForm";

const SchemaForm = lazy(() => import("./SchemaForm"));

interface Props {
  ref: Ref<Checks>;
  schema: unknown;
  filled: Filled;
  refused: Failure | null;
  onFill: (filled: Filled) => void;
}

export function ArgumentsPart({ ref, schema, filled, refused, onFill }: Props) {
  const { t } = useTranslation("tools");
  if (takesNothing(schema)) return <p className="dim">{t("noArguments")}</p>;
  const form = hasForm(schema);
  const toJson = () => {
    const value = filled.as === "form" ? pruned(filled.value, requiredIn(schema)) : {};
    onFill({ as: "json", text: JSON.stringify(value, null, 2) });
  };
  const toForm = () => {
    const reading = filled.as === "json" ? readArguments(filled.text) : null;
    if (reading?.read === "good") onFill({ as: "form", value: reading.value });
  };
  return (
    <section className={classes["part"]} aria-labelledby="arguments">
      <div className={lists["head3"]}>
        <h2 id="arguments">{t("arguments")}</h2>
        {form && (
          <SegmentedControl
            size="xs"
            aria-label={t("arguments")}
            value={filled.as}
            data={[{ value: "form", label: t("asForm") }, { value: "json", label: t("asJson") }]}
            onChange={(as) => (as === "json" ? toJson() : toForm())}
          />
        )}
      </div>
      {!form && <Note tone="attention">{t("oddSchema")}</Note>}
      {filled.as === "form" ? (
        <Boundary instead={<Broken onJson={toJson} />}>
          <HiddenNote texts={textsIn(Object.values(filled.value))} />
          <Suspense fallback={<Skeleton height={96} animate={false} />}>
            <SchemaForm
              ref={ref}
              schema={schema}
              value={filled.value}
              refused={refused}
              onChange={(value) => onFill({ as: "form", value })}
            />
          </Suspense>
        </Boundary>
      ) : (
        <>
          <JsonArguments text={filled.text} onText={(text) => onFill({ as: "json", text })} />
          {isObject(schema) && (
            <details>
              <summary>{t("schema")}</summary>
              <JsonTree value={schema} label={t("schema")} />
            </details>
          )}
        </>
      )}
    </section>
  );
}

/** A schema that the form kit cannot draw. */
function Broken({ onJson }: { onJson: () => void }) {
  const { t } = useTranslation("tools");
  return (
    <Note tone="attention" actions={<Button variant="default" onClick={onJson}>{t("asJson")}</Button>}>
      {t("oddSchema")}
    </Note>
  );
}

/** Why a text cannot be sent. */
function whyNot(reading: TextReading, t: Translate): string | null {
  switch (reading.read) {
    case "good":
      return null;
    case "broken":
      return t("brokenJson", { ...reading.place });
    case "inexact":
      return t("inexact", { ...reading.place, number: reading.number, becomes: reading.becomes });
    case "twice":
      return t("twice", { ...reading.place, name: reading.name });
    case "notObject":
      return t("notObject");
    default:
      return unreachable(reading);
  }
}

function JsonArguments({ text, onText }: { text: string; onText: (text: string) => void }) {
  const { t } = useTranslation("tools");
  const reading = readArguments(text);
  return (
    <>
      <div className={classes["code"]}>
        <LazyCode label={t("argumentsLabel")} value={text} onChange={onText} />
      </div>
      <div role="status" style={{ minHeight: 21 }}>
        <span style={{ color: "var(--s-failed)" }}>{whyNot(reading, t)}</span>
      </div>
    </>
  );
}
