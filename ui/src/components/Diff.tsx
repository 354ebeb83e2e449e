/** Two JSON texts side by side, with what is different marked. Loaded on demand. */
import { json } from "@codemirror/lang-json";
import { MergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { useEffect, useRef } from "react";

import { hidden, look } from "./codeLook";
import classes from "./Diff.module.css";

interface Props {
  before: string;
  after: string;
  beforeLabel: string;
  afterLabel: string;
}

export default function Diff({ before, after, beforeLabel, afterLabel }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const side = (doc: string, label: string) => ({
      doc,
      extensions: [json(), look, hidden, EditorView.lineWrapping, EditorState.readOnly.of(true), EditorView.contentAttributes.of({ "aria-label": label })],
    });
    const made = new MergeView({
      parent: place.current,
      a: side(before, beforeLabel),
      b: side(after, afterLabel),
      gutter: false,
      collapseUnchanged: { margin: 2, minSize: 6 },
    });
    return () => made.destroy();
  }, [before, after, beforeLabel, afterLabel]);
  return (
    <div className={classes["diff"]} data-testid="diff">
      <div className={classes["heads"]}><span>{beforeLabel}</span><span>{afterLabel}</span></div>
      <div ref={place} className={classes["sides"]} />
    </div>
  );
}
