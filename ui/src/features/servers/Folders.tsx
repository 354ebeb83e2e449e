/** The folders that are shared with a server: which, one more by its path or by the system's own dialog, one less. */
import { ActionIcon, TextInput, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useCommand } from "../../backend/commands";
import type { Failure, ServerWishes } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { Said } from "../../components/Said";
import { Stranger } from "../../components/Stranger";
import { showFailure, showUndo } from "../../components/toasts";
import { useFocusHeir } from "../../components/useFocusHeir";
import { sentence } from "../../lib/sentence";
import { visible } from "../../lib/visible";
import classes from "./ServerPane.module.css";

interface Props {
  server: string;
  /** Nothing as long as they are not read. */
  folders: readonly string[] | null;
  onKept: (wishes: ServerWishes) => void;
}

export function Folders({ server, folders, onKept }: Props) {
  const { t } = useTranslation("servers");
  const share = useCommand("share_folder");
  const choose = useCommand("choose_folder");
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useFocusHeir(box, () => field.current);
  const set = (folder: string, on: boolean) => share.mutateAsync({ server, folder, on }).then(onKept);
  const add = (event: FormEvent) => {
    event.preventDefault();
    const folder = typed.trim();
    if (folder === "" || share.isPending) return;
    set(folder, true).then(() => { setTyped(""); setFailure(null); }).catch((thrown: unknown) => setFailure(failureOf(thrown)));
  };
  // What comes of the dialog, in Rust: this page hears which folders are shared then.
  const pick = () => {
    choose.mutateAsync({ server }).then((now) => { onKept(now); setFailure(null); }).catch(tell);
  };
  const tell = (thrown: unknown) => {
    const told = failureOf(thrown);
    if (told.code !== "declined") setFailure(told);
  };
  const remove = (folder: string) => {
    if (share.isPending) return;
    const undo = () => void set(folder, true).catch(showFailure);
    set(folder, false).then(() => showUndo(t("folders.removed"), visible(folder), undo)).catch(showFailure);
  };
  const hint = failure?.hint ? ` ${sentence(failure.hint)}` : "";
  return (
    <section ref={box} className={classes["section"]} aria-label={t("folders.title")}>
      <h3>{t("folders.title")}</h3>
      <p className="dim small">{t("folders.hint")}</p>
      {folders && folders.length > 0 && (
        <ul className={classes["list"]}>
          {folders.map((it) => (
            <li key={it} className={classes["folder"]}>
              <span className="mono"><Stranger text={it} /></span>
              <Tooltip label={t("folders.remove")}>
                <ActionIcon variant="subtle" color="gray" aria-label={t("folders.removeOf", { folder: it })} onClick={() => remove(it)}>
                  <IconX size={16} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
      <form className={classes["share"]} onSubmit={add} noValidate>
        <TextInput
          ref={field}
          aria-label={t("folders.path")}
          placeholder={t("folders.example")}
          value={typed}
          error={failure && <Said text={sentence(failure.message) + hint} />}
          spellCheck={false}
          onChange={(event) => { setTyped(event.currentTarget.value); setFailure(null); }}
        />
        <BusyButton type="submit" variant="default" busy={share.isPending} disabled={typed.trim() === ""}>{t("folders.share")}</BusyButton>
        <BusyButton variant="default" busy={choose.isPending} onClick={pick}>{t("folders.choose")}</BusyButton>
      </form>
    </section>
  );
}
