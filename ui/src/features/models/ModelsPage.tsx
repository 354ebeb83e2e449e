/** Where models are: the providers in use, those found on this computer, and a way to add one. */
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useProviders } from "../../backend/models";
import { useUnread } from "../../backend/unread";
import type { ProviderView } from "../../backend/wire";
import { PageHead } from "../../components/PageHead";
import { Trial } from "../../components/trial/Trial";
import { Unread } from "../../components/Unread";
import { go, newChat } from "../../lib/route";
import { AddProvider } from "./AddProvider";
import { Found } from "./Found";
import { useLeaving } from "./leaving";
import { ProviderList } from "./ProviderList";
import { lacksKey } from "./rows";
import { useProviderActions } from "./useProviderActions";
import classes from "./Models.module.css";

export default function ModelsPage({ selected }: { selected: number | null }) {
  const { t } = useTranslation("models");
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const list = useProviders();
  const unread = useUnread(list);
  const leaving = useLeaving();
  const actions = useProviderActions();
  const providers = list.data?.filter((it) => !leaving.has(it.id));
  const empty = providers?.length === 0;
  const close = () => {
    setAdding(false);
    requestAnimationFrame(() => add.current?.focus());
  };
  return (
    <div className={classes["page"]}>
      <PageHead title={t("title")} line={providers && !empty ? <Counts providers={providers} /> : " "}>
        {providers && !empty && (
          <Button ref={add} variant={adding ? "default" : "filled"} leftSection={<IconPlus size={16} />} aria-expanded={adding} onClick={() => setAdding(true)}>
            {t("add")}
          </Button>
        )}
      </PageHead>
      <div className={classes["body"]} data-testid="models">
        {unread && <div className={classes["pad"]}><Unread what={t("unread")} {...unread} /></div>}
        {adding && !empty && <div className={classes["notes"]}><AddProvider actions={actions} onClose={close} /></div>}
        {providers && !empty && <ProviderList providers={providers} selected={selected} actions={actions} />}
        {empty && (
          <div className={classes["welcome"]}>
            <h2>{t("welcome.title")}</h2>
            <p className="dim">{t("welcome.text")}</p>
          </div>
        )}
        {providers && <div className={classes["notes"]}><Trial onReady={() => go(newChat)} /></div>}
        {providers && <Found providers={list.data ?? []} actions={actions} />}
        {empty && (
          <section aria-labelledby="models-add">
            <div className={classes["heading"]}><h2 id="models-add">{t("add")}</h2></div>
            <div className={classes["notes"]}><AddProvider actions={actions} onClose={null} /></div>
          </section>
        )}
      </div>
    </div>
  );
}

function Counts({ providers }: { providers: ProviderView[] }) {
  const { t } = useTranslation("models");
  const here = providers.filter((it) => it.local).length;
  const keyless = providers.filter(lacksKey).length;
  return (
    <span data-testid="counts">
      {t("counts.providers", { count: providers.length })}
      {here > 0 && ` · ${t("counts.here", { count: here })}`}
      {keyless > 0 && <strong className={classes["needs"]}>{` · ${t("counts.keyless", { count: keyless })}`}</strong>}
    </span>
  );
}
