/** A form made from a tool's input schema. Loaded on demand. */
import { withTheme } from "@rjsf/core";
import { type UiSchema } from "@rjsf/utils";
import { useImperativeHandle, useMemo, useRef, type Ref } from "react";
import { useTranslation } from "react-i18next";

import type { Failure } from "../../backend/wire";
import { isObject } from "../../lib/json";
import { sentence } from "../../lib/sentence";
import type { Arguments } from "./arguments";
import { atFields, makeValidator } from "./validator";
import { formTheme } from "./formTheme";
import { shownSchema } from "./shownSchema";
import "./schema-form.css";

const Form = withTheme<unknown>(formTheme);

export interface Checks {
  /** Shows what does not fit, and says whether all fits. */
  check: () => boolean;
}

interface Props {
  ref: Ref<Checks>;
  schema: unknown;
  value: Arguments;
  /** Arguments that the app refused, to be shown at their field. */
  refused: Failure | null;
  onChange: (value: Arguments) => void;
}

export default function SchemaForm({ ref, schema, value, refused, onChange }: Props) {
  const { t } = useTranslation("tools");
  const form = useRef<{ validateForm: () => boolean } | null>(null);
  const validator = useMemo(() => makeValidator(t), [t]);
  const shown = useMemo(() => shownSchema(schema), [schema]);
  const looks = useMemo(() => looksOf(schema), [schema]);
  const extra = useMemo(() => refusedErrors(refused), [refused]);
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    check: () => {
      const fits = form.current?.validateForm() ?? true;
      if (!fits) requestAnimationFrame(() => focusFirstMistake(box.current));
      return fits;
    },
  }), []);
  return (
    <div className="schemaForm" ref={box}>
      <Form
        ref={(it) => { form.current = it; }}
        tagName="div"
        idPrefix="argument"
        schema={shown}
        uiSchema={looks}
        formData={value}
        validator={validator}
        extraErrors={extra}
        showErrorList={false}
        // What does not fit is shown at its field; the kit would also write it to the console.
        onError={() => undefined}
        experimental_defaultFormStateBehavior={{ emptyObjectFields: "skipEmptyDefaults", arrayMinItems: { populate: "requiredOnly" } }}
        onChange={(event) => { if (isObject(event.formData)) onChange(event.formData); }}
      >
        <></>
      </Form>
    </div>
  );
}

function focusFirstMistake(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}

const LONG_TEXT = /text|content|body|message|prompt|query|code|script|html|markdown|sql/i;
const MANY = 500;

/** Room for texts that are likely to be long. */
function looksOf(schema: unknown): UiSchema {
  const looks: UiSchema = { "ui:submitButtonOptions": { norender: true } };
  const properties = isObject(schema) ? schema["properties"] : undefined;
  if (!isObject(properties)) return looks;
  for (const [name, one] of Object.entries(properties)) {
    if (!isObject(one) || one["type"] !== "string" || one["enum"] || one["format"]) continue;
    const most = one["maxLength"];
    const long = typeof most === "number" ? most >= MANY : LONG_TEXT.test(name);
    if (long) looks[name] = { "ui:widget": "textarea", "ui:options": { rows: 3 } };
  }
  return looks;
}

function refusedErrors(refused: Failure | null) {
  if (!refused?.field) return undefined;
  const message = sentence(refused.message);
  return atFields([{ path: refused.field.split("."), message }]);
}
