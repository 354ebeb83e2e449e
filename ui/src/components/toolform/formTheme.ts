/**
 * The form kit's look, without its date pickers: they bring a library that cannot run under the
 * window's frozen prototypes. Dates are plain fields of their kind instead.
 */
import type { ThemeProps } from "@rjsf/core";
import { generateTemplates } from "@rjsf/mantine/lib/templates/index.js";
import CheckboxesWidget from "@rjsf/mantine/lib/widgets/CheckboxesWidget.js";
import CheckboxWidget from "@rjsf/mantine/lib/widgets/CheckboxWidget.js";
import ColorWidget from "@rjsf/mantine/lib/widgets/ColorWidget.js";
import FileWidget from "@rjsf/mantine/lib/widgets/FileWidget.js";
import PasswordWidget from "@rjsf/mantine/lib/widgets/PasswordWidget.js";
import RadioWidget from "@rjsf/mantine/lib/widgets/RadioWidget.js";
import RangeWidget from "@rjsf/mantine/lib/widgets/RangeWidget.js";
import SelectWidget from "@rjsf/mantine/lib/widgets/SelectWidget.js";
import TextareaWidget from "@rjsf/mantine/lib/widgets/TextareaWidget.js";

import { described } from "./described";
import { GroupDescription, GroupFault, GroupTitle, ListTitle, NoField } from "./FormTitle";

export const formTheme: ThemeProps<unknown> = {
  templates: {
    ...generateTemplates<unknown>(),
    TitleFieldTemplate: GroupTitle,
    ArrayFieldTitleTemplate: ListTitle,
    DescriptionFieldTemplate: GroupDescription,
    FieldErrorTemplate: GroupFault,
    UnsupportedFieldTemplate: NoField,
  },
  widgets: {
    CheckboxesWidget: described(CheckboxesWidget),
    CheckboxWidget,
    ColorWidget: described(ColorWidget),
    FileWidget: described(FileWidget),
    PasswordWidget: described(PasswordWidget),
    RadioWidget: described(RadioWidget),
    RangeWidget,
    SelectWidget: described(SelectWidget),
    TextareaWidget: described(TextareaWidget),
  },
};
