/** The parts of what was read: text, JSON, picture, sound; or in words why one is not shown. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import type { ContentsView, PartView as Piece } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { Answer } from "../../components/parts/Answer";
import { PartHead } from "../../components/parts/PartHead";
import { partOfBody } from "../../components/parts/parts";
import parts from "../../components/parts/Parts.module.css";
import { PartView } from "../../components/parts/PartView";

interface Props {
  contents: ContentsView;
  /** When it was read, in milliseconds since 1970. */
  readAt: number;
  /** The name of the server that holds it. */
  server: string;
  /** What was asked for; a part that is found elsewhere says where. */
  uri: string;
  title: string;
}

export function ContentsParts({ contents, readAt, server, uri, title }: Props) {
  const { t } = useTranslation("offers");
  return (
    <Answer
      tone="ready"
      word={t("readDone")}
      took={contents.took}
      raw={contents.raw}
      whole={contents.whole}
      leftOut={contents.leftOut}
      odd={contents.odd}
      aside={<span className="dim"><Ago at={readAt} /></span>}
      text={() => contents.parts.flatMap(({ body }) => (body.type === "text" ? [body.text] : [])).join("\n")}
    >
      {contents.parts.length === 0 && <p className="dim">{t("holdsNothing")}</p>}
      {contents.parts.map((it, at) => <OnePart key={at} piece={it} server={server} uri={uri} title={title} />)}
    </Answer>
  );
}

function OnePart({ piece, server, uri, title }: { piece: Piece; server: string; uri: string; title: string }) {
  const { t } = useTranslation("offers");
  const { body, mime } = piece;
  const part = useMemo(() => partOfBody(body, mime), [body, mime]);
  return (
    <div className={parts["part"]}>
      {piece.uri !== uri && piece.uri !== "" && <PartHead title={mime ?? t("noKind")} detail={piece.uri} />}
      {part.part === "text" && part.text === "" ? <p className="dim">{t("emptyText")}</p> : <PartView part={part} from={title} server={server} />}
    </div>
  );
}
