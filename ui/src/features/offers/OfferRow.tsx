/** One row of the list: a prompt, a resource or a template, a heading, or what could not be listed. */
import { useTranslation } from "react-i18next";

import classes from "../../components/ListPage.module.css";
import type { Placed } from "../../components/RovingList";
import { Said } from "../../components/Said";
import { Stranger } from "../../components/Stranger";
import { offerHref, type Offer } from "../../lib/route";
import { size } from "../../lib/size";
import { unreachable } from "../../lib/unreachable";
import type { Row } from "./rows";

interface Props {
  server: string;
  ready: boolean;
  row: Row;
  placed: Placed;
}

export function OfferRow({ server, ready, row, placed }: Props) {
  const { t, i18n } = useTranslation("offers");
  const link = { server, ready, placed };
  switch (row.row) {
    case "heading":
      return (
        <div className={classes["heading"]}>
          <h2>{t(`kinds.${row.kind}`)}</h2>
          <span className={classes["number"]}>{row.shown}</span>
        </div>
      );
    case "prompt":
      return <Link {...link} offer={{ kind: "prompt", id: row.prompt.name }} title={row.prompt.title ?? row.prompt.name} line={firstLine(row.prompt.description) || row.prompt.name} />;
    case "resource": {
      const { uri, title, name, mime, size: bytes } = row.resource;
      const facts = [mime, bytes === null ? null : size(bytes, i18n.language)].filter((it) => it !== null).join(" · ");
      return <Link {...link} offer={{ kind: "resource", id: uri }} title={title ?? (name || uri)} line={facts || uri} />;
    }
    case "template": {
      const { uriTemplate, title, name } = row.template;
      return <Link {...link} offer={{ kind: "template", id: uriTemplate }} title={title ?? (name || uriTemplate)} line={uriTemplate} />;
    }
    case "aside":
      return (
        <div className={classes["aside"]}>
          <Stranger className="cut mono" text={row.aside.name} />
          <span className="small"><Said text={row.aside.reason} /></span>
        </div>
      );
    case "odd":
      return <div className={`small ${classes["aside"]}`}><Said text={row.text} /></div>;
    default:
      return unreachable(row);
  }
}

interface LinkProps {
  server: string;
  ready: boolean;
  placed: Placed;
  offer: Offer;
  title: string;
  line: string;
}

function Link({ server, ready, placed: { at, current, stop }, offer, title, line }: LinkProps) {
  return (
    <a
      className={classes["item"]}
      href={offerHref(server, offer)}
      aria-current={current ? "true" : undefined}
      data-at={at}
      data-off={!ready || undefined}
      tabIndex={stop ? 0 : -1}
    >
      <Stranger className="cut" text={title} />
      <span className="cut small dim"><Stranger text={line} /></span>
    </a>
  );
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
