/** The providers in use, a row each that opens its pane; arrows go from row to row. */
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import type { ProviderView } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { href } from "../../lib/route";
import { lacksKey } from "./rows";
import type { ProviderActions } from "./useProviderActions";
import classes from "./Models.module.css";

interface Props {
  providers: ProviderView[];
  selected: number | null;
  actions: ProviderActions;
}

export function ProviderList({ providers, selected, actions }: Props) {
  const { t } = useTranslation("models");
  const box = useRef<HTMLUListElement>(null);
  useReturn(box, selected);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const rows = [...(box.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const at = rows.findIndex((it) => it === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    rows[at + step]?.focus();
  };
  return (
    <section aria-label={t("list")}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only hears the arrows of its links */}
      <ul ref={box} onKeyDown={onKeyDown}>
        {providers.map((it) => <Row key={it.id} provider={it} selected={it.id === selected} actions={actions} />)}
      </ul>
    </section>
  );
}

function Row({ provider, selected, actions }: { provider: ProviderView; selected: boolean; actions: ProviderActions }) {
  const { t } = useTranslation("models");
  const { id, name, dialect, baseUrl, local, own, hasKey } = provider;
  const missing = lacksKey(provider);
  return (
    <li className={classes["row"]} data-provider={id} data-selected={selected || undefined}>
      <div className={classes["name"]}>
        <a
          className={classes["link"]}
          data-row
          href={href({ page: "models", provider: id })}
          aria-current={selected ? "true" : undefined}
          aria-label={t("openOf", { name })}
        >
          <Stranger text={name} />
        </a>
      </div>
      <div className={classes["key"]}>
        <StateMark tone={missing ? "attention" : hasKey ? "ready" : "off"}>{t(missing ? "key.missing" : hasKey ? "key.kept" : "key.none")}</StateMark>
      </div>
      <div className={`dim ${classes["speaks"]}`}>{t(`dialect.${dialect}`)}</div>
      <div className={classes["place"]}>
        {!own && <Stranger text={baseUrl} className={`mono ${classes["address"]}`} />}
        <span className="dim small">{t(own ? "where.own" : local ? "where.here" : "where.away")}</span>
      </div>
      <div className={classes["controls"]}>
        {missing && (
          <BusyButton
            size="compact-sm"
            variant="light"
            busy={actions.keying === id}
            aria-label={t("actionOf", { action: t("setKey"), name })}
            onClick={() => actions.onSetKey(provider)}
          >
            {t("setKey")}
          </BusyButton>
        )}
      </div>
    </li>
  );
}

/** Where the focus goes when the pane closes: to the row that was left, or to the first if that is gone. */
function useReturn(box: { current: HTMLElement | null }, selected: number | null): void {
  const was = useRef<number | null>(null);
  useEffect(() => {
    const left = was.current;
    was.current = selected;
    if (left === null || selected !== null) return;
    // Somebody may have it already: a sheet gives it back by itself.
    if (document.activeElement && document.activeElement !== document.body) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-provider="${left}"] [data-row]`) ?? box.current?.querySelector<HTMLElement>("[data-row]");
    row?.focus();
  }, [box, selected]);
}
