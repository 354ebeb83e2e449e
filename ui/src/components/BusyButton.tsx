/** A button that is busy for a while: it says so and does nothing, and keeps its place, its width and the focus. */
import { Button, Loader, type ButtonProps } from "@mantine/core";
import type { Ref } from "react";

interface Props extends ButtonProps {
  busy: boolean;
  onClick?: () => void;
  type?: "button" | "submit";
  ref?: Ref<HTMLButtonElement>;
  "aria-label"?: string | undefined;
}

export function BusyButton({ busy, disabled, onClick, rightSection, ...rest }: Props) {
  return (
    // Neither the kit's `loading` nor `disabled`: a button that is disabled lets go of the focus.
    <Button
      {...rest}
      aria-disabled={busy || disabled || undefined}
      aria-busy={busy || undefined}
      data-disabled={disabled || undefined}
      data-busy={busy || undefined}
      rightSection={busy ? <Loader size={16} color="currentColor" aria-hidden="true" /> : rightSection}
      onClick={(event) => {
        if (busy || disabled) event.preventDefault();
        else onClick?.();
      }}
    />
  );
}
