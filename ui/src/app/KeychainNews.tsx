/** Tells of an answer that the keychain did not keep, wherever in the window the person is. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { BackendError } from "../backend/backend";
import { listenIn } from "../backend/heard";
import { showFailure } from "../components/toasts";

export function KeychainNews() {
  const client = useQueryClient();
  useEffect(() => listenIn(client, (event) => {
    if (event.event === "answerNotKept") showFailure(new BackendError(event.failure));
  }), [client]);
  return null;
}
