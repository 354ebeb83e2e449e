/** What a model wrote, as Markdown that grows: no HTML, nothing from the net, formulas as text. Loaded on demand. */
import { Streamdown } from "streamdown";
import { useMemo, useState } from "react";

import classes from "./Markdown.module.css";
import { pieces } from "./pieces";
import { sourceOf } from "./source";

/** Without the library's steps from HTML to elements: what looks like HTML is text. */
const NO_STEPS: [] = [];
/** An unfinished formula is text like a finished one, and an unfinished link is none yet. */
const MEND = { katex: false, inlineKatex: false, linkMode: "text-only" } as const;
const NO_PLUGINS = {};
const asItIs = (address: string) => address;

interface Props {
  text: string;
  /** Whether more of it is to come. */
  growing: boolean;
}

export default function Markdown({ text, growing }: Props) {
  // What was seen growing stays in blocks: it is not drawn anew when it is whole.
  const [mode] = useState(growing ? "streaming" : "static");
  const source = useMemo(() => sourceOf(text), [text]);
  return (
    <Streamdown
      className={classes["markdown"]}
      mode={mode === "streaming" ? "streaming" : "static"}
      isAnimating={growing}
      components={pieces}
      rehypePlugins={NO_STEPS}
      plugins={NO_PLUGINS}
      urlTransform={asItIs}
      remend={MEND}
      controls={false}
    >
      {source}
    </Streamdown>
  );
}
