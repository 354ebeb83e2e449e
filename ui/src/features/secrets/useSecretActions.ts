/** Setting, holding and removing a secret: the value is asked for outside of the page, which gets to know what came of it. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useCommand } from "../../backend/commands";
import type { Failure, SecretSet } from "../../backend/wire";
import { showDone, showFailure } from "../../components/toasts";

/** A keychain that would not take a value, or give one up. */
export interface Trouble {
  key: string;
  doing: "set" | "remove";
  failure: Failure;
}

export function useSecretActions() {
  const { t } = useTranslation("secrets");
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const client = useQueryClient();
  const ask = useCommand("set_secret");
  const hold = useCommand("hold_secret");
  const drop = useCommand("remove_secret");

  /** Whether there is nothing left to do where it was begun; what kept it from its end is told. */
  const run = async (key: string, doing: Trouble["doing"], work: () => Promise<string | null>): Promise<boolean> => {
    setBusy((now) => new Set(now).add(key));
    try {
      const done = await work();
      setTrouble(null);
      if (done === null) return false;
      // The list has it before anybody is told that it is there.
      await client.invalidateQueries({ queryKey: ["secrets"] });
      showDone(done);
      return true;
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.code !== "keychain") {
        showFailure(thrown);
        return false;
      }
      // The note that comes of it offers the ways on.
      setTrouble({ key, doing, failure });
      return true;
    } finally {
      setBusy((now) => new Set([...now].filter((it) => it !== key)));
    }
  };

  /** What came of a question for a value, as a sentence; nothing where nothing was changed. */
  const said = (key: string, { outcome, started }: SecretSet): string | null => {
    if (outcome === "unchanged") return null;
    if (outcome === "removed") return t("done.removed", { key });
    return started.length > 0 ? t("done.setAndStarted", { key, count: started.length }) : t("done.set", { key });
  };

  return {
    busy,
    trouble,
    forgive: () => setTrouble(null),
    set: (key: string) => run(key, "set", async () => said(key, await ask.mutateAsync({ key, call: null }))),
    hold: (key: string) => run(key, "set", async () => said(key, await hold.mutateAsync({ key, call: null }))),
    remove: (key: string, words: string) => run(key, "remove", async () => {
      await drop.mutateAsync({ key });
      return words;
    }),
  };
}

export type SecretActions = ReturnType<typeof useSecretActions>;
