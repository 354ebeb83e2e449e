/** A form of plain texts: the arguments of a prompt, the variables of a template. */
import { useImperativeHandle, useRef, useState, type Ref } from "react";
import { useTranslation } from "react-i18next";

import type { CompletionOf } from "../../backend/wire";
import { HiddenNote } from "../../components/HiddenNote";
import classes from "./Offers.module.css";
import { SuggestField } from "../../components/SuggestField";
import { filledIn, type Texts } from "./useTexts";

export interface Field {
  name: string;
  title: string | null;
  description: string;
  required: boolean;
}

/** Whether all is there; the first that is not gets the focus. */
export interface Checks {
  check: () => boolean;
}

interface Props {
  ref: Ref<Checks>;
  server: string;
  of: CompletionOf;
  fields: readonly Field[];
  texts: Texts;
  suggests: boolean;
  /** What the app says of one field. */
  refused: { field: string; message: string } | null;
  onFill: (name: string, value: string) => void;
}

export function TextsForm({ ref, server, of, fields, texts, suggests, refused, onFill }: Props) {
  const { t } = useTranslation("offers");
  const [missing, setMissing] = useState<readonly string[]>([]);
  const inputs = useRef(new Map<string, HTMLInputElement>());
  useImperativeHandle(ref, () => ({
    check: () => {
      const left = fields.filter((it) => it.required && !texts[it.name]).map((it) => it.name);
      setMissing(left);
      inputs.current.get(left[0] ?? "")?.focus();
      return left.length === 0;
    },
  }));
  const faultOf = (name: string) => {
    if (missing.includes(name) && !texts[name]) return t("needed");
    return refused?.field === name ? refused.message : null;
  };
  const keep = (name: string) => (it: HTMLInputElement | null) => {
    if (it) inputs.current.set(name, it);
    else inputs.current.delete(name);
  };
  const sent = filledIn(texts);
  return (
    <div className={classes["form"]}>
      <HiddenNote texts={Object.values(texts)} />
      {fields.map((it) => {
        const { [it.name]: value = "", ...others } = sent;
        return (
          <SuggestField
            key={it.name}
            ref={keep(it.name)}
            label={it.title ?? it.name}
            description={it.description}
            required={it.required}
            fault={faultOf(it.name)}
            suggests={suggests}
            wanted={{ server, of, argument: it.name, value, others }}
            onChange={(next) => onFill(it.name, next)}
          />
        );
      })}
    </div>
  );
}
