/** Asks the person for a secret outside of the page; the page gets a reference. */
import { useCommand } from "../../backend/commands";
import { showFailure } from "../../components/toasts";

export function useSecret(title: string) {
  const ask = useCommand("ask_secret");
  return async (field: string, key: string | null): Promise<string | null> => {
    try {
      return (await ask.mutateAsync({ title, field, key, call: null })).reference;
    } catch (thrown) {
      showFailure(thrown);
      return null;
    }
  };
}
