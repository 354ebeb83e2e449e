/** One message of a transcript. It is drawn anew only when it is another. */
import { memo } from "react";

import { unreachable } from "../../lib/unreachable";
import classes from "./Chat.module.css";
import { PersonMessage } from "./PersonMessage";
import { ReplyMessage } from "./ReplyMessage";
import type { Row } from "./rows";
import { SummaryMessage } from "./SummaryMessage";

export const MessageRow = memo(
  function MessageRow({ row }: { row: Row }) {
    return <div className={classes["row"]} data-message={row.message.id}><Body row={row} /></div>;
  },
  (a, b) => a.row.message === b.row.message && a.row.begins === b.row.begins && JSON.stringify(a.row.sum) === JSON.stringify(b.row.sum),
);

function Body({ row }: { row: Row }) {
  const { message } = row;
  const { body } = message;
  switch (body.kind) {
    case "person":
      return <PersonMessage message={message} parts={body.parts} />;
    case "round":
      return <ReplyMessage row={row} body={body} />;
    case "summary":
      return <SummaryMessage body={body} />;
    default:
      return unreachable(body);
  }
}
