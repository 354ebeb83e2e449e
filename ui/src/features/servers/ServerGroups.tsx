/** The rows under the headings of their groups; arrows go from row to row. */
import { useRef, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { useFocusHeir } from "../../components/useFocusHeir";
import { grouped } from "./groups";
import { ServerItem } from "./ServerItem";
import classes from "./ServersPage.module.css";

interface Props {
  servers: ServerRow[];
  search: string;
  selected: string | null;
  busy: ReadonlySet<string>;
  onSwitch: (server: ServerRow, on: boolean) => void;
}

export function ServerGroups({ servers, search, selected, busy, onSwitch }: Props) {
  const { t } = useTranslation("servers");
  const box = useRef<HTMLDivElement>(null);
  useFocusHeir(box, () => box.current?.querySelector<HTMLElement>("[data-row]"));
  const groups = grouped(servers, search);
  if (groups.length === 0) {
    return <p className="dim" style={{ padding: "8px 12px" }} role="status">{t("noMatch", { search })}</p>;
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- it only hears the arrows of its links
    <div ref={box} onKeyDown={walk}>
      {/* One list for all groups: a row that goes to another keeps its elements, and the focus with them. */}
      <ul>
        {groups.flatMap(({ group, servers: rows }) => [
          <li key={group} className={`${classes["heading"]} ${group === "needs" ? classes["needs"] : ""}`}>
            <h2>{t(`group.${group}`)}</h2>
          </li>,
          ...rows.map((server) => (
            <ServerItem
              key={`server/${server.name}`}
              server={server}
              selected={server.name === selected}
              busy={busy.has(server.name)}
              onSwitch={onSwitch}
            />
          )),
        ])}
      </ul>
    </div>
  );
}

/** Moves the focus to the row above or below. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (!step || !(event.target instanceof HTMLElement) || !event.target.matches("[data-row]")) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
  rows[rows.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}
