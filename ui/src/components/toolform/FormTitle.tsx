/** Titles, descriptions and faults inside a form: labels of groups, not headings of the page. */
import { titleId, type ArrayFieldTitleProps, type DescriptionFieldProps, type FieldErrorProps, type TitleFieldProps, type UnsupportedFieldProps } from "@rjsf/utils";
import { useTranslation } from "react-i18next";

import { Note } from "../Note";
import { visible } from "../../lib/visible";

export function GroupTitle({ id, title, required, optionalDataControl }: TitleFieldProps<unknown>) {
  return <Title id={id} title={title} required={required ?? false}>{optionalDataControl}</Title>;
}

export function ListTitle({ fieldPathId, title, required, optionalDataControl }: ArrayFieldTitleProps<unknown>) {
  return <Title id={titleId(fieldPathId)} title={title ?? ""} required={required ?? false}>{optionalDataControl}</Title>;
}

interface Props {
  id: string;
  title: string;
  required: boolean;
  children: React.ReactNode;
}

function Title({ id, title, required, children }: Props) {
  if (!title && !children) return null;
  return (
    <div className="groupTitle">
      <span id={id}>
        {visible(title)}
        {required && <span aria-hidden="true" className="asterisk"> *</span>}
      </span>
      {children}
    </div>
  );
}

export function GroupDescription({ id, description }: DescriptionFieldProps<unknown>) {
  if (!description) return null;
  return (
    <div id={id} className="dim small" dir="auto">
      {typeof description === "string" ? visible(description) : description}
    </div>
  );
}

/** A field of a kind that the kit cannot draw. */
export function NoField({ fieldPathId }: UnsupportedFieldProps<unknown>) {
  const { t } = useTranslation("tools");
  const name = fieldPathId?.path.at(-1);
  return <Note tone="attention">{t("noField", { name: name ?? "" })}</Note>;
}

/** What does not fit a whole list or object. A single field shows its fault itself. */
export function GroupFault({ errors, schema }: FieldErrorProps<unknown>) {
  const single = schema.type !== "object" && schema.type !== "array";
  if (single || !errors || errors.length === 0) return null;
  return (
    <ul className="fault" role="alert">
      {errors.map((it, at) => <li key={at}>{it}</li>)}
    </ul>
  );
}
