/** A button that is busy for a while: it says so and does nothing, and keeps its place, its width and the focus. */
import { Button, Loader, type ButtonProps } from "@mantine/core";
import type { Ref } from "react";

interface Props extends ButtonProps {
  busy: boolean;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
  "aria-label"?: string | undefined;
}

export function BusyButton({ busy, onClick, rightSection, ...rest }: Props) {
  return (
    // Not the kit's `loading`: that disables the button, and a disabled button lets go of the focus.
    <Button
      {...rest}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      data-busy={busy || undefined}
      rightSection={busy ? <Loader size={16} color="currentColor" aria-hidden="true" /> : rightSection}
      onClick={() => { if (!busy) onClick(); }}
    />
  );
}
