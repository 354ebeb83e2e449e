/** The lines, as many as fit the window; it keeps to the newest until one scrolls up. */
import { Button } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { VList, type VListHandle } from "virtua";

import type { LogLineView } from "../../backend/wire";
import { LogLine } from "./LogLine";
import classes from "./Log.module.css";

interface Props {
  lines: readonly LogLineView[];
  search: string;
  wrap: boolean;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  /** What is above the first line. */
  edge: ReactNode;
  /** Whether the last change put lines before the first. */
  shift: boolean;
  onOlder: () => void;
}

/** How near to an edge counts as being there, in pixels. */
const NEAR = 24;

export function LogList({ lines, search, wrap, follow, onFollow, edge, shift, onOlder }: Props) {
  const { t } = useTranslation("log");
  const list = useRef<VListHandle>(null);
  // Lines that arrive or are measured scroll the list, too; only a person lets go of the newest.
  const byPerson = useRef(false);
  const last = lines.at(-1)?.position;

  useEffect(() => {
    if (!follow) return;
    byPerson.current = false;
    list.current?.scrollToIndex(lines.length, { align: "end" });
  }, [follow, last, lines.length, wrap]);

  const onScroll = (offset: number) => {
    const now = list.current;
    if (!now) return;
    const low = now.scrollSize - now.viewportSize - offset;
    if (low > NEAR && follow && byPerson.current) onFollow(false);
    if (low <= NEAR && !follow) onFollow(true);
    if (offset < NEAR) onOlder();
  };
  const touched = () => {
    byPerson.current = true;
  };

  return (
    <>
      <VList
        ref={list}
        className={classes["list"]}
        data-wrap={wrap}
        shift={shift}
        onWheel={touched}
        onPointerDown={touched}
        onKeyDown={touched}
        onTouchMove={touched}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t("label")}
      >
        {edge}
        {lines.map((line) => <LogLine key={line.position} line={line} search={search} />)}
      </VList>
      {!follow && (
        <Button
          className={classes["newest"]}
          size="compact-md"
          leftSection={<IconArrowDown size={16} />}
          onClick={() => onFollow(true)}
        >
          {t("newest")}
        </Button>
      )}
    </>
  );
}
