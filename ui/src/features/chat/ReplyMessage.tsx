/** One round of a model: thoughts, words and calls, how it stands, and what can be done about it. */
import { useTranslation } from "react-i18next";

import type { MessageBody } from "../../backend/wire";
import { LazyMarkdown } from "../../components/markdown/LazyMarkdown";
import { Stranger } from "../../components/Stranger";
import { usePaced } from "../../lib/paced";
import { unreachable } from "../../lib/unreachable";
import { CallGroup } from "./cards/CallGroup";
import classes from "./Chat.module.css";
import { ReplyFoot } from "./ReplyFoot";
import { ReplyState } from "./ReplyState";
import { piecesOf, type Piece, type Row } from "./rows";
import { Thought } from "./Thought";

export type Round = MessageBody & { kind: "round" };

export function ReplyMessage({ row, body }: { row: Row; body: Round }) {
  const { t } = useTranslation("chat");
  const writing = body.state === "writing";
  const underWay = body.said.some((it) => it.kind === "call" && (it.card.state === "pending" || it.card.state === "running"));
  return (
    <article className={classes["reply"]} aria-label={t("replyOf", { model: body.model })} aria-busy={writing || undefined}>
      {row.begins && <h2 className={`small ${classes["who"]}`}><strong><Stranger text={body.model} /></strong> <span className="dim">· <Stranger text={body.provider} /></span></h2>}
      {piecesOf(body.said).map((piece, at) => <PieceView key={at} piece={piece} name={`${row.message.id}/${at}`} writing={writing} />)}
      <ReplyState message={row.message} body={body} last={row.sum !== null} />
      {row.sum && !writing && !underWay && <ReplyFoot message={row.message} body={body} sum={row.sum} />}
    </article>
  );
}

/** Longer texts that grow are drawn less often: each time all of it is read for its markup. */
const LONG = 2000;
const PACE = 100;

function Words({ text, growing }: { text: string; growing: boolean }) {
  const shown = usePaced(text, growing && text.length > LONG ? PACE : 0);
  return <LazyMarkdown text={shown} growing={growing} />;
}

function PieceView({ piece, name, writing }: { piece: Piece; name: string; writing: boolean }) {
  switch (piece.piece) {
    case "text":
      return <Words text={piece.text} growing={writing && piece.last} />;
    case "thought":
      return <Thought name={name} text={piece.text} growing={writing && piece.last} />;
    case "calls":
      return <CallGroup cards={piece.cards} />;
    default:
      return unreachable(piece);
  }
}
