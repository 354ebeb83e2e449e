/** What a tool is: names, the server's words for it, what is odd about it. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { JsonValue, ServerTools, ToolView } from "../../backend/wire";
import { CopyButton } from "../../components/CopyButton";
import { Description } from "../../components/Description";
import classes from "../../components/ListPage.module.css";
import { Marks } from "../../components/Marks";
import { Note } from "../../components/Note";
import { PageHead } from "../../components/PageHead";
import { Stranger } from "../../components/Stranger";
import { isObject } from "../../lib/json";
import { href, serverHref } from "../../lib/route";
import own from "./Tools.module.css";

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
        <Description text={tool.description} none={t("noDescription")} />
        <Claims annotations={tool.annotations} />
        <div className={own["claims"]}>
          <span className="dim small">{t("publicName")}</span>
          <span className="mono small cut">{tool.publicName}</span>
          <CopyButton text={tool.publicName} label={t("copyPublic")} />
        </div>
        <Marks marks={tool.marks} />
      </div>
    </>
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
    <div className={own["claims"]}>
      <span className="dim small">{t("says")}</span>
      {claimed.map(([hint, word]) => <span key={hint} className={own["claim"]}>{t(`claims.${word}`)}</span>)}
    </div>
  );
}
