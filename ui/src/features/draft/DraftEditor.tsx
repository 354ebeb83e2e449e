/** Form and JSON side by side, with what is wrong at its field. */
import { useTranslation } from "react-i18next";

import type { Failure } from "../../backend/wire";
import type { Pasted } from "../../components/CodeEditor";
import { HiddenNote } from "../../components/HiddenNote";
import { textsIn } from "../../lib/json";
import { sentence } from "../../lib/sentence";
import { mistakesIn, type Field } from "./form";
import { FormSide } from "./FormSide";
import { JsonSide } from "./JsonSide";
import type { Edit, Mirror } from "./mirror";
import classes from "./Draft.module.css";

interface Props {
  mirror: Mirror;
  onEdit: (edit: Edit) => void;
  nameHint: string;
  /** Whether what is missing is shown: once the person tried to go on. */
  tried: boolean;
  /** What the app refused. */
  refused: Failure | null;
  reading: boolean;
  unread: Failure | null;
  onPaste: (pasted: Pasted) => void;
  onSplit: (line: string) => void;
  askSecret: (field: string, key: string | null) => Promise<string | null>;
}

export function DraftEditor(props: Props) {
  const { t } = useTranslation("draft");
  const { mirror, onEdit, onPaste } = props;
  const errors = useErrors(props);
  return (
    <div className={classes["sides"]}>
      <section className={classes["side"]} aria-labelledby="side-form">
        <h2 id="side-form">{t("form")}</h2>
        <HiddenNote texts={textsIn(mirror.form)} />
        <FormSide
          form={mirror.form}
          errors={errors}
          nameHint={props.nameHint}
          onChange={(change) => onEdit({ edit: "form", change })}
          askSecret={props.askSecret}
          onSplit={props.onSplit}
        />
      </section>
      <section className={classes["side"]} aria-labelledby="side-json">
        <h2 id="side-json">{t("json")}</h2>
        <JsonSide
          mirror={mirror}
          reading={props.reading}
          failure={props.unread}
          onText={(text) => onEdit({ edit: "text", text })}
          onPaste={onPaste}
        />
      </section>
    </div>
  );
}

/** The words at each field: our own check first, then what the app refused. */
function useErrors({ mirror, tried, refused }: Props): Partial<Record<Field, string>> {
  const { t } = useTranslation("draft");
  const errors: Partial<Record<Field, string>> = {};
  const field = refused && fieldIn(refused);
  if (refused && field) errors[field] = sentence(refused.message);
  const mistakes = tried ? mistakesIn(mirror.form) : {};
  for (const one of FIELDS) {
    const mistake = mistakes[one];
    if (mistake === "badLimit") errors[one] = mistake;
    else if (mistake === "noName") errors[one] = t("noName");
    else if (mistake) errors[one] = t(mistake);
  }
  return errors;
}

const FIELDS: readonly Field[] = ["title", "command", "url", "startLimit", "callLimit"];

/** The field of the form that a failure names, as `transport.command`. */
export function fieldIn(failure: Failure): Field | null {
  const last = failure.field?.split(".").at(-1);
  if (last === "name") return "title";
  return FIELDS.find((it) => it === last) ?? null;
}
