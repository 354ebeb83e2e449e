/** One tool: what it is, its arguments, running it, and what came of it. */
import { useRef, useState, type KeyboardEvent } from "react";

import { useQuestionActions, useQuestionOf } from "../../backend/questions";
import type { ServerTools, ToolView } from "../../backend/wire";
import { showFailure } from "../../components/toasts";
import { ArgumentsPart } from "./ArgumentsPart";
import { hasForm, pruned, readArguments, requiredIn, takesNothing, type Arguments, type Filled } from "./arguments";
import { ResultView } from "./ResultView";
import { RunAsking } from "./RunAsking";
import { RunBar } from "./RunBar";
import type { Checks } from "./SchemaForm";
import { ToolHead } from "./ToolHead";
import { useRun } from "./useRun";
import classes from "./Tools.module.css";

interface Props {
  from: ServerTools;
  tool: ToolView;
}

export function ToolPage({ from, tool }: Props) {
  const { run, start, cancel } = useRun(from.server, tool.name);
  const schema = tool.inputSchema;
  const [filled, setFilled] = useState<Filled>(() => begin(schema, run?.arguments));
  const checks = useRef<Checks>(null);
  const running = run?.now.state === "running";
  const asked = useQuestionOf(running ? run.call : null);
  const { raise } = useQuestionActions(showFailure);
  const refused = run?.now.state === "failed" && run.now.failure.code === "bad_arguments" ? run.now.failure : null;

  const submit = () => {
    if (running || !from.ready) return;
    if (filled.as === "form") {
      if (checks.current?.check() === false) return;
      void start(pruned(filled.value, requiredIn(schema)));
      return;
    }
    const reading = readArguments(filled.text);
    if (reading.read === "good") void start(reading.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };

  return (
    <div onKeyDownCapture={onKeyDown} data-testid="tool">
      <ToolHead from={from} tool={tool} />
      <div className={classes["inner"]} style={{ paddingTop: 16 }}>
        <ArgumentsPart ref={checks} schema={schema} filled={filled} refused={refused} onFill={setFilled} />
        <RunBar
          run={run}
          ready={from.ready}
          broken={filled.as === "json" && readArguments(filled.text).read !== "good"}
          asking={asked && <RunAsking question={asked} onShow={() => raise(asked.id)} />}
          onRun={submit}
          onCancel={() => void cancel()}
        />
        {run && run.now.state !== "running" && (
          <ResultView call={run.call} now={run.now} server={from.server} tool={tool.title ?? tool.name} />
        )}
      </div>
    </div>
  );
}

/** The arguments of the last run are there again; without one, nothing is filled in. */
function begin(schema: unknown, last: Arguments | undefined): Filled {
  const value = last ?? {};
  if (takesNothing(schema) || hasForm(schema)) return { as: "form", value };
  return { as: "json", text: JSON.stringify(value, null, 2) };
}
