/** A JSON editor, or a reader of long texts: CodeMirror with the page's colours. Loaded on demand. */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";

import { hidden, look } from "./codeLook";

/** What was pasted, and the text as it would be with it. */
export interface Pasted {
  text: string;
  whole: string;
  /** The text as it was. */
  before: string;
  /** Whether it would be all of the text. */
  all: boolean;
}

interface Props {
  label: string;
  value: string;
  onChange?: (value: string) => void;
  /** Takes what is pasted in place of the editor, which never gets to see it. */
  onPaste?: (pasted: Pasted) => void;
  plain?: boolean;
  height?: string;
}

export default function CodeEditor({ label, value, onChange, onPaste, plain = false, height = "100%" }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const heard = useRef({ onChange, onPaste });
  const first = useRef(value);
  useEffect(() => {
    heard.current = { onChange, onPaste };
  });

  useEffect(() => {
    if (!place.current) return;
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({ doc: first.current, extensions: extensions(label, plain, heard.current, () => heard.current) }),
    });
    view.current = made;
    return () => made.destroy();
  }, [label, plain]);

  // The text outside is the truth; the editor follows where it says something else.
  useEffect(() => {
    first.current = value;
    const now = view.current?.state.doc;
    if (!view.current || !now || now.toString() === value) return;
    view.current.dispatch({ changes: { from: 0, to: now.length, insert: value } });
  }, [value]);

  return <div ref={place} style={{ height, minHeight: 0 }} data-testid="code" />;
}

type Heard = Pick<Props, "onChange" | "onPaste">;

function extensions(label: string, plain: boolean, begun: Heard, heard: () => Heard): Extension[] {
  const readOnly = !begun.onChange;
  return [
    lineNumbers(),
    foldGutter(),
    history(),
    indentOnInput(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    EditorView.lineWrapping,
    keymap.of([...defaultKeymap.filter((it) => it.key !== "Mod-Enter"), ...historyKeymap, ...searchKeymap, ...foldKeymap]),
    plain ? [] : json(),
    look,
    hidden,
    readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [],
    EditorView.contentAttributes.of({
      "aria-label": label,
      spellcheck: "false",
      ...(readOnly ? { tabindex: "0", role: "textbox", "aria-readonly": "true", "aria-multiline": "true" } : {}),
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) heard().onChange?.(update.state.doc.toString());
    }),
    EditorView.domEventHandlers({ paste: (event, view) => takePaste(event, view, heard()) }),
  ];
}

function takePaste(event: ClipboardEvent, view: EditorView, { onPaste }: Heard): boolean {
  if (!onPaste) return false;
  event.preventDefault();
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const { from, to } = view.state.selection.main;
  const doc = view.state.doc.toString();
  const whole = doc.slice(0, from) + text + doc.slice(to);
  const rest = doc.slice(0, from) + doc.slice(to);
  onPaste({ text, whole, before: doc, all: rest.trim() === "" });
  return true;
}
