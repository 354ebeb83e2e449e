/** One part of a result. Markup in a text is text; addresses are shown and never fetched. */
import { useTranslation } from "react-i18next";

import type { FileView } from "../../backend/wire";
import { GivenLink } from "../GivenLink";
import { LazyCode } from "../LazyCode";
import { Note } from "../Note";
import { Said } from "../Said";
import { Stranger, StrangerBlock } from "../Stranger";
import { size } from "../../lib/size";
import { unreachable } from "../../lib/unreachable";
import { FileHead } from "./FileHead";
import { JsonPart } from "./JsonPart";
import { PartHead } from "./PartHead";
import { isDrawing, type Part } from "./parts";
import { PicturePart } from "./PicturePart";
import { SoundPart } from "./SoundPart";
import classes from "./Parts.module.css";

/** Longer texts go to the editor, which draws only what is seen. */
const LONG_TEXT = 100_000;

interface Props {
  part: Part;
  /** What gave it, for people. */
  from: string;
  /** The name of the server that gave it. */
  server: string;
}

export function PartView({ part, from, server }: Props) {
  switch (part.part) {
    case "text":
      return <TextPart part={part} />;
    case "json":
      return <JsonPart part={part} />;
    case "picture":
      return <PicturePart file={part.file} from={from} />;
    case "sound":
      return <SoundPart file={part.file} from={from} />;
    case "file":
      return <FilePart file={part.file} />;
    case "lost":
      return <LostPart mime={part.mime} why={part.why} />;
    case "link":
      return <LinkPart part={part} server={server} />;
    default:
      return unreachable(part);
  }
}

function TextPart({ part }: { part: Part & { part: "text" } }) {
  const { t, i18n } = useTranslation("parts");
  return (
    <div className={classes["part"]}>
      {part.uri !== undefined && <PartHead title={t("resource")} detail={part.uri} />}
      {part.structured && <PartHead title={t("structured")} />}
      {part.code || part.text.length > LONG_TEXT ? (
        <div className={classes["code"]} style={{ height: heightOf(part.text) }}><LazyCode label={t("text")} value={part.text} plain /></div>
      ) : (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
        <div className={`box ${classes["text"]}`} tabIndex={0} role="group" aria-label={t("text")} data-testid="text-part">
          <StrangerBlock text={part.text} />
        </div>
      )}
      {part.cut !== undefined && <Note tone="info">{t("cut", { size: size(part.cut, i18n.language) })}</Note>}
    </div>
  );
}

/** As high as its lines, as far as there is room. */
function heightOf(text: string): number {
  const lines = text.length > LONG_TEXT ? Infinity : text.split("\n").length;
  return Math.min(480, lines * 20 + 16);
}

function FilePart({ file }: { file: FileView }) {
  const { t } = useTranslation("parts");
  return (
    <div className={classes["part"]}>
      <FileHead file={file} title={t("file")} />
      {isDrawing(file) && <Note tone="info">{t("drawing")}</Note>}
    </div>
  );
}

/** Bytes that could not be kept: never nothing, but why. */
function LostPart({ mime, why }: { mime: string; why: string }) {
  const { t } = useTranslation("parts");
  return (
    <Note tone="attention">
      <span data-testid="lost-part"><Said text={t("lost", { why })} /></span>
      {mime !== "" && <div className="dim small"><Stranger text={mime} /></div>}
    </Note>
  );
}

/** An address, whole or not at all, and as text alone until somebody wants it opened. */
function LinkPart({ part, server }: { part: Part & { part: "link" }; server: string }) {
  const { t } = useTranslation("parts");
  return (
    <div className={`box ${classes["part"]}`} data-testid="link-part">
      <div className={classes["partHead"]}>
        <span>{t("link")}</span>
        <strong><Stranger text={part.name} /></strong>
        {part.mime && <Stranger text={part.mime} />}
      </div>
      {part.uri === "" ? (
        <p className="dim">{t("noAddress")}</p>
      ) : (
        <>
          <GivenLink server={server} address={part.uri} />
          <p className="dim small">{t("linkHint")}</p>
        </>
      )}
    </div>
  );
}
