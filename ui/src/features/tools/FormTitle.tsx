/** Titles and descriptions inside a form: labels of groups, not headings of the page. */
import { titleId, type ArrayFieldTitleProps, type DescriptionFieldProps, type TitleFieldProps } from "@rjsf/utils";

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
