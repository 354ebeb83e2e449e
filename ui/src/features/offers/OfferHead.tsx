/** The head of a prompt, a resource or a template: what it is called, whose it is, the server's words for it. */
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { ServerRow } from "../../backend/wire";
import { Description } from "../../components/Description";
import classes from "../../components/ListPage.module.css";
import { Marks } from "../../components/Marks";
import { Note } from "../../components/Note";
import { PageHead } from "../../components/PageHead";
import { Stranger } from "../../components/Stranger";
import { offerHref, serverHref } from "../../lib/route";

interface Props {
  server: ServerRow;
  title: string;
  /** The server's own name or address for it. */
  name: string;
  description: string;
  marks: readonly string[];
  children?: ReactNode;
}

export function OfferHead({ server, title, name, description, marks, children }: Props) {
  const { t } = useTranslation("offers");
  const ready = server.state.state === "ready";
  return (
    <>
      <PageHead
        back={{ href: offerHref(server.name), label: t("backToList") }}
        backWhenNarrow
        title={<Stranger text={title} />}
        line={<><a href={serverHref(server.name)}><Stranger text={server.title} /></a> · <span className="mono"><Stranger text={name} /></span></>}
      />
      <div className={classes["inner"]} style={{ paddingBottom: 0 }}>
        {!ready && (
          <Note
            tone="attention"
            actions={<Button component="a" href={serverHref(server.name)} size="compact-sm" variant="default">{t("openServer", { title: server.title })}</Button>}
          >
            {t("notReady", { title: server.title })}
          </Note>
        )}
        <Description text={description} none={t("noDescription")} />
        {children}
        <Marks marks={marks} />
      </div>
    </>
  );
}
