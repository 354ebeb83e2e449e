/** What a tool is: names, the server's words for it, what is odd about it. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { JsonValue, ServerTools, ToolView } from "../../backend/wire";
import { Note } from "../../components/Note";
import { PageHead } from "../../components/PageHead";
import { Said } from "../../components/Said";
import { Stranger, StrangerBlock } from "../../components/Stranger";
import { isObject } from "../../lib/json";
import { href, serverHref } from "../../lib/route";
import classes from "./Tools.module.css";

interface Props {
  from: ServerTools;
  tool: ToolView;
}

export function ToolHead({ from, tool }: Props) {
  const { t } = useTranslation("tools");
  return (
    <>
      <PageHead
        back={{ href: href({ page: "tools", server: from.server, tool: null }), label: t("backToTools") }}
        backWhenNarrow
        title={<Stranger text={tool.title ?? tool.name} />}
        line={
          <>
            <a href={serverHref(from.server)}><Stranger text={from.title} /></a>
            {" · "}
            <span className="mono"><Stranger text={tool.name} /></span>
          </>
        }
      />
      <div className={classes["inner"]} style={{ paddingBottom: 0 }}>
        {!from.ready && (
          <Note
            tone="attention"
            actions={
              <Button component="a" href={serverHref(from.server)} size="compact-sm" variant="default">
                {t("openServer", { title: from.title })}
              </Button>
            }
          >
            {t("notReadyText", { title: from.title })}
          </Note>
        )}
        <Description text={tool.description} />
        <Claims annotations={tool.annotations} />
        {tool.marks.length > 0 && (
          <Note tone="attention">
            <strong>{t("marks")}</strong>
            <ul className={classes["marks"]}>{tool.marks.map((it) => <li key={it}><Said text={it} /></li>)}</ul>
          </Note>
        )}
      </div>
    </>
  );
}

/** Longer descriptions start folded. */
const LONG = 600;

function Description({ text }: { text: string }) {
  const { t } = useTranslation("tools");
  const [open, setOpen] = useState(false);
  if (!text.trim()) return <p className="dim">{t("noDescription")}</p>;
  const long = text.length > LONG;
  return (
    <div>
      <StrangerBlock text={long && !open ? `${text.slice(0, LONG)}…` : text} />
      {long && (
        <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "showLess" : "showAll")}
        </Button>
      )}
    </div>
  );
}

const CLAIMS = [
  ["readOnlyHint", "readOnly"],
  ["destructiveHint", "destructive"],
  ["idempotentHint", "idempotent"],
  ["openWorldHint", "openWorld"],
] as const;

/** What the server claims of the tool; nobody has checked it. */
function Claims({ annotations }: { annotations: JsonValue | null }) {
  const { t } = useTranslation("tools");
  if (!isObject(annotations)) return null;
  const claimed = CLAIMS.filter(([hint]) => annotations[hint] === true);
  if (claimed.length === 0) return null;
  return (
    <div className={classes["claims"]}>
      <span className="dim small">{t("says")}</span>
      {claimed.map(([hint, word]) => <span key={hint} className={classes["claim"]}>{t(`claims.${word}`)}</span>)}
    </div>
  );
}
