/** A look at the whole address that a model wrote, before anything opens it. */
import { Button, Group, Modal } from "@mantine/core";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { useOpenLink } from "../../backend/links";
import { BusyButton } from "../../components/BusyButton";
import { CopyButton } from "../../components/CopyButton";
import { Note } from "../../components/Note";
import { Stranger } from "../../components/Stranger";
import { showFailure } from "../../components/toasts";
import { isWeb } from "../../lib/web";
import classes from "./Chat.module.css";

/** No server gave it: a model wrote it. */
const NO_SERVER = "";

export function useLinkDialog() {
  const [address, setAddress] = useState<string | null>(null);
  const ask = useCallback((it: string) => setAddress(it), []);
  const close = useCallback(() => setAddress(null), []);
  return { address, ask, close };
}

export function LinkDialog({ address, close }: ReturnType<typeof useLinkDialog>) {
  const { t } = useTranslation(["chat", "common"]);
  return (
    <Modal opened={address !== null} onClose={close} title={t("link.title")} closeButtonProps={{ "aria-label": t("common:action.close") }}>
      {address !== null && <Asked address={address} onDone={close} />}
    </Modal>
  );
}

function Asked({ address, onDone }: { address: string; onDone: () => void }) {
  const { t } = useTranslation(["chat", "common"]);
  const { opening, open } = useOpenLink(NO_SERVER);
  const host = hostOf(address);
  return (
    <div className={classes["dialog"]}>
      <p>{t("link.text")}</p>
      <div className={`box mono pre ${classes["address"]}`} data-testid="whole-address">
        {host ? <>{address.slice(0, host.at)}<strong><Stranger text={host.name} /></strong><Stranger text={address.slice(host.at + host.name.length)} /></> : <Stranger text={address} />}
      </div>
      {!address.startsWith("https:") && <Note tone="attention">{t("link.notSecure")}</Note>}
      <Group justify="flex-end" gap={8}>
        <CopyButton text={address} label={t("common:link.copy")} />
        <Button variant="default" data-autofocus onClick={onDone}>{t("cancel")}</Button>
        {isWeb(address) && (
          <BusyButton busy={opening} onClick={() => void open(address).then(onDone, showFailure)}>{t("link.open")}</BusyButton>
        )}
      </Group>
    </div>
  );
}

function hostOf(address: string): { name: string; at: number } | null {
  const found = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+|\[[^\]]+\])/i.exec(address);
  const name = found?.[1];
  return found && name ? { name, at: found[0].length - name.length } : null;
}
