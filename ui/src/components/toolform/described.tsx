/** Gives a field of the form kit the schema's description, where the kit itself forgets it. */
import type { WidgetProps } from "@rjsf/utils";
import type { ComponentType } from "react";

export function described(Widget: ComponentType<WidgetProps<unknown>>): ComponentType<WidgetProps<unknown>> {
  return function Described(props) {
    const description = props.options.description ?? props.schema.description;
    return <Widget {...props} options={{ ...props.options, description }} />;
  };
}
