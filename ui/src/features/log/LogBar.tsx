/** The controls of a log: search, filter chips, follow, wrap. */
import { Chip, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { SearchField } from "../../components/SearchField";
import { KINDS, type Kind } from "./tags";
import classes from "./Log.module.css";

interface Props {
  search: string;
  onSearch: (search: string) => void;
  kinds: Kind[];
  onKinds: (kinds: Kind[]) => void;
  wrap: boolean;
  onWrap: (wrap: boolean) => void;
  follow: boolean;
  onFollow: (follow: boolean) => void;
}

export function LogBar(props: Props) {
  const { t } = useTranslation("log");
  return (
    <div className={classes["bar"]} role="toolbar" aria-label={t("filter")}>
      <SearchField label={t("search")} value={props.search} onChange={props.onSearch} className={classes["grow"]} />
      <Chips kinds={props.kinds} onKinds={props.onKinds} />
      <Switch
        size="sm"
        label={t("follow")}
        checked={props.follow}
        withThumbIndicator={false}
        onChange={(event) => props.onFollow(event.currentTarget.checked)}
      />
      <Switch
        size="sm"
        label={t("wrap")}
        checked={props.wrap}
        withThumbIndicator={false}
        onChange={(event) => props.onWrap(event.currentTarget.checked)}
      />
    </div>
  );
}

function Chips({ kinds, onKinds }: { kinds: Kind[]; onKinds: (kinds: Kind[]) => void }) {
  const { t } = useTranslation("log");
  return (
    <div role="group" aria-label={t("filter")} style={{ display: "flex", flexWrap: "wrap", gap: 4 }}>
      <Chip size="xs" radius="xl" checked={kinds.length === 0} onChange={() => onKinds([])}>{t("all")}</Chip>
      {KINDS.map((kind) => (
        <Chip
          key={kind}
          size="xs"
          radius="xl"
          checked={kinds.includes(kind)}
          onChange={(on) => onKinds(on ? [...kinds, kind] : kinds.filter((it) => it !== kind))}
        >
          {t(`tags.${kind}`)}
        </Chip>
      ))}
    </div>
  );
}
