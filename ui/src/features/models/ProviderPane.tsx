/** The pane of one provider: its key, where it is, and its models. */
import { CloseButton } from "@mantine/core";
import { IconKey, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useProviders } from "../../backend/models";
import { useUnread } from "../../backend/unread";
import { BusyButton } from "../../components/BusyButton";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { Unread } from "../../components/Unread";
import { useLeaving } from "./leaving";
import { ModelsOf } from "./ModelList";
import { ProviderForm } from "./ProviderForm";
import { lacksKey } from "./rows";
import { useProviderActions } from "./useProviderActions";
import classes from "./Pane.module.css";

export default function ProviderPane({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation(["models", "common"]);
  const list = useProviders();
  const unread = useUnread(list);
  const leaving = useLeaving();
  const actions = useProviderActions();
  const provider = leaving.has(id) ? undefined : list.data?.find((it) => it.id === id);
  const heading = useRef<HTMLHeadingElement>(null);
  const there = provider !== undefined;
  useEffect(() => { if (there) heading.current?.focus({ preventScroll: true }); }, [there]);
  if (!list.data) return unread && <div className={classes["pane"]}><Unread what={t("unread")} {...unread} /></div>;
  const missing = provider && lacksKey(provider);
  return (
    <div className={classes["pane"]} data-testid="pane">
      <div className={classes["top"]}>
        <h2 ref={heading} tabIndex={-1} className={classes["title"]}>
          {provider ? <Stranger text={provider.name} /> : t("pane.gone")}
        </h2>
        <CloseButton aria-label={t("common:action.close")} onClick={onClose} />
      </div>
      {provider && (
        <>
          <StateMark tone={missing ? "attention" : provider.hasKey ? "ready" : "off"}>
            {t(missing ? "key.missing" : provider.hasKey ? "key.kept" : "key.none")}
          </StateMark>
          <div className={classes["actions"]}>
            {!provider.own && <BusyButton
              size="compact-sm"
              variant={missing ? "filled" : "default"}
              leftSection={<IconKey size={16} stroke={1.75} />}
              busy={actions.keying === id}
              onClick={() => actions.onSetKey(provider)}
            >
              {t(provider.hasKey ? "replaceKey" : "setKey")}
            </BusyButton>}
            <BusyButton
              size="compact-sm"
              variant="default"
              leftSection={<IconTrash size={16} stroke={1.75} />}
              busy={false}
              onClick={() => actions.onRemove(provider)}
            >
              {t("pane.remove")}
            </BusyButton>
          </div>
          {provider.own && <p className="dim">{t("pane.own")}</p>}
          <ModelsOf key={provider.id} provider={provider} />
          {!provider.own && (
            <section className={classes["section"]}>
              <h3>{t("pane.settings")}</h3>
              <ProviderForm key={provider.id} provider={provider} />
            </section>
          )}
        </>
      )}
    </div>
  );
}
