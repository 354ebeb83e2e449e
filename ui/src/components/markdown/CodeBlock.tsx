/** A block of code in a reply: its language, copy, colours once it is whole. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { CopyButton } from "../CopyButton";
import { highlight, highlighted } from "./highlight";
import classes from "./Markdown.module.css";

interface Props {
  code: string;
  language: string;
  /** Whether its end is still to come. */
  growing: boolean;
}

export function CodeBlock({ code, language, growing }: Props) {
  const { t } = useTranslation("chat");
  const lines = useLines(code, language, growing);
  return (
    <div className={classes["block"]} data-testid="code-block">
      <div className={classes["blockHead"]}>
        <span className="dim small">{language || t("code.plain")}</span>
        <CopyButton text={code} label={t("code.copy")} />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
      <pre className={classes["code"]} dir="ltr" tabIndex={0} role="group" aria-label={t("code.label")}>
        <code>
          {lines
            ? lines.map((line, at) => (
                <span key={at}>
                  {line.map((it) => <span key={it.offset} style={it.color ? { color: it.color } : undefined}>{it.content}</span>)}
                  {at < lines.length - 1 && "\n"}
                </span>
              ))
            : code}
        </code>
      </pre>
    </div>
  );
}

function useLines(code: string, language: string, growing: boolean) {
  const [found, setFound] = useState<{ code: string; lines: Awaited<ReturnType<typeof highlight>> } | null>(null);
  const known = growing ? null : highlighted(code, language);
  const wanted = !growing && !known;
  useEffect(() => {
    if (!wanted) return undefined;
    let here = true;
    // Without colours it reads as well: a grammar that fails is no failure of the reply.
    highlight(code, language).then((lines) => { if (here) setFound({ code, lines }); }, () => undefined);
    return () => { here = false; };
  }, [code, language, wanted]);
  return known ?? (found?.code === code ? found.lines : null);
}
