/** A JSON value as a tree that folds, open to two levels. */
import { JsonView } from "react-json-view-lite";
import { useTranslation } from "react-i18next";

import classes from "./JsonTree.module.css";

export function JsonTree({ value, label }: { value: object; label: string }) {
  const { t } = useTranslation();
  const name = (it: string) => classes[it] ?? "";
  return (
    <JsonView
      data={value}
      aria-label={label}
      shouldExpandNode={openToTwo}
      clickToExpandNode
      style={{
        container: `mono ${name("tree")}`,
        basicChildStyle: name("child"),
        label: name("label"),
        clickableLabel: `${name("label")} ${name("clickable")}`,
        nullValue: name("bool"),
        undefinedValue: name("bool"),
        numberValue: name("number"),
        stringValue: name("string"),
        booleanValue: name("bool"),
        otherValue: name("number"),
        punctuation: name("punctuation"),
        expandIcon: name("expand"),
        collapseIcon: name("collapse"),
        collapsedContent: name("collapsed"),
        childFieldsContainer: name("children"),
        noQuotesForStringValues: false,
        quotesForFieldNames: false,
        stringifyStringValues: true,
        ariaLables: { collapseJson: t("json.collapse"), expandJson: t("json.expand") },
      }}
    />
  );
}

/** Long lists below the top start folded. */
function openToTwo(level: number, value: unknown): boolean {
  return level < (Array.isArray(value) && value.length > 100 ? 1 : 2);
}
