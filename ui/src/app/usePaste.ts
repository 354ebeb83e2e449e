/** The Paste buttons: the app reads the clipboard itself, and the page gets drafts without secrets. */
import { useState } from "react";

import { useCommand } from "../backend/commands";
import type { Reading } from "../backend/wire";
import { showFailure } from "../components/toasts";
import { go } from "../lib/route";

export function usePaste() {
  const read = useCommand("paste_drafts");
  const [offered, setOffered] = useState<{ reading: Reading | null; times: number }>({ reading: null, times: 0 });
  const paste = () => {
    read
      .mutateAsync(null)
      .then((reading) => {
        const times = offered.times + 1;
        setOffered({ reading, times });
        go({ page: "add", paste: times });
      })
      .catch(showFailure);
  };
  return { ...offered, pasting: read.isPending, paste };
}
