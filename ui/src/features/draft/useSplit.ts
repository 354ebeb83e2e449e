/** Splits a command line that was typed into the command field; the app knows how quotes work. */
import { useCommand } from "../../backend/commands";
import { showFailure } from "../../components/toasts";
import { formOf, type Form } from "./form";

export function useSplit(onSplit: (change: Partial<Form>) => void) {
  const read = useCommand("read_drafts");
  return (line: string) => {
    read
      .mutateAsync({ text: line })
      .then(({ proposals }) => {
        const found = proposals[0] && formOf(proposals[0].draft);
        if (found?.kind !== "stdio") return;
        const { command, args, env } = found;
        onSplit(env.length > 0 ? { command, args, env } : { command, args });
      })
      .catch(showFailure)
      // What was read may hold a secret; the library keeps it only as long as this.
      .finally(() => read.reset());
  };
}
