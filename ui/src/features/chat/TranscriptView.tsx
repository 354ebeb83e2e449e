/** The messages, as many as fit the window; it keeps to the newest until one scrolls up. */
import { Button, Loader } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer } from "virtua";

import { readEarlier } from "../../backend/chat";
import { useBackend } from "../../backend/context";
import type { Talk } from "../../backend/talk";
import { showFailure } from "../../components/toasts";
import classes from "./Chat.module.css";
import { MessageRow } from "./MessageRow";
import { lastTurn, rowsOf } from "./rows";
import { TurnLine } from "./TurnLine";
import { useFollow } from "./useFollow";

/** Messages beyond what is seen that are drawn, too, in pixels. */
const BUFFER = 600;

export function TranscriptView({ talk, sent }: { talk: Talk; sent: number }) {
  const { t } = useTranslation("chat");
  const box = useRef<HTMLDivElement>(null);
  const { reading, read } = useEarlier(talk);
  const { follows, toEnd, handlers } = useFollow(box, read);
  const rows = useMemo(() => rowsOf(talk.messages), [talk.messages]);
  // A message that grows would move the list that measures it under the reader.
  const above = useMemo(() => rows.slice(0, lastTurn(rows)), [rows]);
  const end = useEffectEvent(toEnd);
  useEffect(() => { if (sent > 0) end(); }, [sent]);
  return (
    <div className={classes["transcriptBox"]}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
      <div ref={box} className={classes["transcript"]} role="log" aria-live="off" aria-label={t("messages")} tabIndex={0} {...handlers} data-testid="transcript">
        <div className={classes["inner"]}>
          <div className={classes["edge"]}>{talk.earlier && reading && <><Loader size={16} aria-hidden="true" /> {t("readingEarlier")}</>}</div>
          <Virtualizer scrollRef={box} data={above} shift={talk.grewAtStart} bufferSize={BUFFER} startMargin={EDGE}>
            {(row) => <MessageRow key={row.message.id} row={row} />}
          </Virtualizer>
          {rows.slice(above.length).map((row) => <MessageRow key={row.message.id} row={row} />)}
          <TurnLine turn={talk.conversation.turn} last={talk.messages.at(-1)} />
        </div>
      </div>
      {!follows && (
        <Button className={classes["newest"]} size="compact-md" leftSection={<IconArrowDown size={16} aria-hidden="true" />} onClick={toEnd}>
          {t("newest")}
        </Button>
      )}
    </div>
  );
}

/** As high as the edge above the first message; the style sheet says the same. */
const EDGE = 32;

function useEarlier({ conversation, earlier }: Talk) {
  const backend = useBackend();
  const client = useQueryClient();
  const [reading, setReading] = useState(false);
  const read = () => {
    if (!earlier || reading) return;
    setReading(true);
    void readEarlier(client, backend, conversation.id).catch(showFailure).finally(() => setReading(false));
  };
  return { reading, read };
}
