/** The elements of a reply's Markdown. None has an address in it: nothing is fetched, nothing leads away by itself. */
import { useIsCodeFenceIncomplete, type Components } from "streamdown";
import { isValidElement, use, type ComponentType, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { isObject } from "../../lib/json";
import { isWeb } from "../../lib/web";
import { PicturePart } from "../parts/PicturePart";
import { SoundPart } from "../parts/SoundPart";
import { FileHead } from "../parts/FileHead";
import { mediaKind } from "../parts/parts";
import { AroundContext } from "./around";
import { CodeBlock } from "./CodeBlock";
import classes from "./Markdown.module.css";
import { mediaIn } from "./source";

/** What may be opened; anything else is text. */
function opens(address: string | undefined): address is string {
  return address !== undefined && (isWeb(address) || /^mailto:[^\s]+@/i.test(address));
}

function Link({ href, children }: Told) {
  const { onLink } = use(AroundContext);
  const media = mediaIn(href);
  if (media) return <Media hash={media} alt="" />;
  if (!opens(href)) return <span title={href}>{children}</span>;
  return (
    <button type="button" role="link" className={classes["link"]} title={href} onClick={() => onLink(href)}>{children}</button>
  );
}

/** A picture on the net is not fetched: its address is a link. */
function Picture({ src, alt }: Told) {
  const { t } = useTranslation("chat");
  const media = mediaIn(src);
  if (media) return <Media hash={media} alt={alt ?? ""} />;
  return <Link href={src}>{t("remotePicture", { alt: alt || src || "" })}</Link>;
}

function Media({ hash, alt }: { hash: string; alt: string }) {
  const { t } = useTranslation("chat");
  const file = use(AroundContext).fileOf(hash);
  if (!file) return <span className="dim">{t("mediaElsewhere")}</span>;
  const kind = mediaKind(file);
  const from = alt && !mediaIn(alt) ? alt : t("model");
  if (kind === "picture") return <PicturePart file={file} from={from} />;
  return kind === "sound" ? <SoundPart file={file} from={from} /> : <FileHead file={file} />;
}

function Pre({ children }: Told) {
  const growing = useIsCodeFenceIncomplete();
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children)) return <pre className={classes["code"]}>{children}</pre>;
  const { className = "", children: code } = children.props;
  const language = /language-(\S+)/.exec(className)?.[1] ?? "";
  return <CodeBlock code={String(code ?? "").replace(/\n$/, "")} language={language} growing={growing} />;
}

/** A paragraph may hold a kept picture, which is no text: it is no `p`. */
function Paragraph({ children }: Told) {
  return <div className={classes["paragraph"]} dir="auto">{children}</div>;
}

function Table({ children }: Told) {
  const { t } = useTranslation("parts");
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard
    <div className={classes["tableBox"]} tabIndex={0} role="group" aria-label={t("table")}><table>{children}</table></div>
  );
}

/** Headings of a reply stand under its own, which is of the second level. */
const heading = (level: number) =>
  function Heading({ children }: Told) {
    return <div role="heading" aria-level={Math.min(6, Math.max(3, level + 1))} className={classes[`h${level}`]} dir="auto">{children}</div>;
  };

const plain = (Tag: "ul" | "ol" | "li" | "blockquote" | "strong" | "em" | "del" | "hr" | "thead" | "tbody" | "tr" | "sup" | "sub") =>
  function Plain({ children, start }: Told) {
    if (Tag === "hr") return <hr />;
    return Tag === "ol" ? <ol start={start}>{children}</ol> : <Tag dir={Tag === "li" || Tag === "blockquote" ? "auto" : undefined}>{children}</Tag>;
  };

const cellOf = (Tag: "th" | "td") =>
  function Cell({ children, style }: Told) {
    const align = style?.textAlign;
    return <Tag dir="auto" style={align === "right" || align === "center" ? { textAlign: align } : undefined}>{children}</Tag>;
  };

interface Told {
  children?: ReactNode;
  href?: string | undefined;
  src?: string | undefined;
  alt?: string | undefined;
  start?: number | undefined;
  style?: { textAlign?: string } | undefined;
  checked?: boolean;
}

type Untold = { [K in keyof Told | "node"]?: unknown };

/** The library tells everything as unknown: each piece gets what it draws, and nothing else. */
function drawn(Piece: ComponentType<Told>) {
  return function Drawn({ children, href, src, alt, start, style, checked }: Untold) {
    const textAlign = isObject(style) ? word(style["textAlign"]) : undefined;
    return (
      <Piece href={word(href)} src={word(src)} alt={word(alt)} start={typeof start === "number" ? start : undefined} style={textAlign ? { textAlign } : undefined} checked={checked === true}>
        {isDrawable(children) ? children : null}
      </Piece>
    );
  };
}

const word = (it: unknown) => (typeof it === "string" ? it : undefined);

function isDrawable(it: unknown): it is ReactNode {
  return typeof it === "string" || typeof it === "number" || it === null || it === undefined || isValidElement(it) || (Array.isArray(it) && it.every(isDrawable));
}

const Code = ({ children }: Told) => <code className={classes["inline"]} dir="ltr">{children}</code>;
const Box = ({ checked }: Told) => <input type="checkbox" checked={checked === true} readOnly disabled aria-label={checked ? "☑" : "☐"} />;

export const pieces: Components = {
  a: drawn(Link), img: drawn(Picture), pre: drawn(Pre), p: drawn(Paragraph), table: drawn(Table), code: drawn(Code), input: drawn(Box),
  h1: drawn(heading(1)), h2: drawn(heading(2)), h3: drawn(heading(3)), h4: drawn(heading(4)), h5: drawn(heading(5)), h6: drawn(heading(6)),
  ul: drawn(plain("ul")), ol: drawn(plain("ol")), li: drawn(plain("li")), blockquote: drawn(plain("blockquote")),
  strong: drawn(plain("strong")), em: drawn(plain("em")), del: drawn(plain("del")), hr: drawn(plain("hr")), thead: drawn(plain("thead")),
  tbody: drawn(plain("tbody")), tr: drawn(plain("tr")), sup: drawn(plain("sup")), sub: drawn(plain("sub")), th: drawn(cellOf("th")), td: drawn(cellOf("td")),
};
