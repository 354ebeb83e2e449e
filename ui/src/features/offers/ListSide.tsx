/** The list of prompts, resources and templates, with its search and its counts. */
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Unread as Why } from "../../backend/unread";
import type { ServerPrompts, ServerResources, ServerRow } from "../../backend/wire";
import classes from "../../components/ListPage.module.css";
import { PageHead } from "../../components/PageHead";
import { RovingList } from "../../components/RovingList";
import { SearchField } from "../../components/SearchField";
import { Stranger } from "../../components/Stranger";
import { Unread } from "../../components/Unread";
import { serverHref, type Offer } from "../../lib/route";
import { OfferRow } from "./OfferRow";
import { countsOf, keysOf, offerOf, rowsOf } from "./rows";

interface Props {
  server: ServerRow;
  prompts: ServerPrompts | null;
  resources: ServerResources | null;
  looking: boolean;
  unread: { prompts: Why | null; resources: Why | null };
  offer: Offer | null;
}

export function ListSide({ server, prompts, resources, looking, unread, offer }: Props) {
  const { t } = useTranslation("offers");
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => rowsOf(prompts, resources, wanted), [prompts, resources, wanted]);
  const keys = useMemo(() => keysOf(rows), [rows]);
  const chosen = rows.findIndex((it) => {
    const here = offerOf(it);
    return offer !== null && here?.kind === offer.kind && here.id === offer.id;
  });
  const none = !looking && rows.length === 0 && search !== "";
  return (
    <section className={classes["side"]} aria-label={t("list")}>
      <PageHead
        back={{ href: serverHref(server.name), label: t("backToServer", { title: server.title }) }}
        title={<Stranger text={server.title} />}
        line={looking ? t("looking") : <Counts prompts={prompts} resources={resources} />}
      />
      <div className={classes["search"]}><SearchField label={t("search")} value={search} onChange={setSearch} /></div>
      {unread.prompts && <div className={classes["pad"]}><Unread what={t("unread.prompts")} {...unread.prompts} /></div>}
      {unread.resources && <div className={classes["pad"]}><Unread what={t("unread.resources")} {...unread.resources} /></div>}
      {none && <p className={`dim ${classes["pad"]}`} role="status">{t("noMatch", { search })}</p>}
      {rows.length > 0 && (
        <RovingList
          label={t("list")}
          rows={rows}
          keyOf={(it) => keys.get(it) ?? ""}
          isLink={(it) => offerOf(it) !== null}
          chosen={chosen}
          choice={`${offer?.kind}\n${offer?.id}`}
          draw={(row, placed) => <OfferRow server={server.name} ready={server.state.state === "ready"} row={row} placed={placed} />}
        />
      )}
    </section>
  );
}

function Counts({ prompts, resources }: Pick<Props, "prompts" | "resources">) {
  const { t } = useTranslation("offers");
  const counts = countsOf(prompts, resources);
  return (
    <span data-testid="counts">
      {t("counts.prompts", { count: counts.prompts })} · {t("counts.resources", { count: counts.resources })}
    </span>
  );
}
