/** What is wrong with the keychain and what to do; holding a value in memory is offered, and never done unasked. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Failure } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { Note } from "../../components/Note";
import { Said } from "../../components/Said";
import { sentence } from "../../lib/sentence";
import type { SecretActions, Trouble } from "./useSecretActions";

/** The list is there, but the keychain does not say what it has. */
export function KeychainNote({ failure, busy, onRetry }: { failure: Failure; busy: boolean; onRetry: () => void }) {
  const { t } = useTranslation(["secrets", "common"]);
  return (
    <Note
      tone="failed"
      loud
      actions={<BusyButton size="compact-sm" variant="default" busy={busy} onClick={onRetry}>{t("common:action.retry")}</BusyButton>}
    >
      <p><strong>{t("keychain.unread")}</strong> <Said text={sentence(failure.message)} /></p>
      {failure.hint && <p><Said text={sentence(failure.hint)} /></p>}
    </Note>
  );
}

/** A value was not kept, or not removed. */
export function TroubleNote({ trouble: { key, doing, failure }, actions }: { trouble: Trouble; actions: SecretActions }) {
  const { t } = useTranslation(["secrets", "common"]);
  const busy = actions.busy.has(key);
  const again = () => void (doing === "set" ? actions.set(key) : actions.remove(key, t("done.removed", { key })));
  return (
    <Note
      tone="failed"
      loud
      actions={
        <>
          <BusyButton size="compact-sm" variant="default" busy={busy} onClick={again}>{t("common:action.retry")}</BusyButton>
          {doing === "set" && (
            <BusyButton size="compact-sm" variant="default" busy={false} disabled={busy} onClick={() => void actions.hold(key)}>
              {t("keychain.hold")}
            </BusyButton>
          )}
          <Button size="compact-sm" variant="subtle" color="gray" onClick={actions.forgive}>{t("keychain.leave")}</Button>
        </>
      }
    >
      <p><strong>{t(doing === "set" ? "keychain.notKept" : "keychain.notRemoved", { key })}</strong> <Said text={sentence(failure.message)} /></p>
      {failure.hint && <p><Said text={sentence(failure.hint)} /></p>}
      {doing === "set" && <p>{t("keychain.holdHint")}</p>}
    </Note>
  );
}
