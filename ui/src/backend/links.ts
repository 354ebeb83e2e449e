/** Opening a link that a server gave: Rust looks at it, the person says yes, and their browser opens it. */
import { useCommand } from "./commands";

export function useOpenLink(server: string) {
  const open = useCommand("open_link");
  return {
    /** Whether its dialog is open. */
    opening: open.isPending,
    open: (url: string) => open.mutateAsync({ server, url }),
  };
}
