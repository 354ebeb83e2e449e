/** One tool: what it is, its arguments, running it, and what came of it. */
import { useRef } from "react";

import { useQuestionActions, useQuestionOf } from "../../backend/questions";
import { keyOf } from "../../backend/runs";
import type { ServerTools, ToolView } from "../../backend/wire";
import { ErrandAsking } from "../../components/ErrandAsking";
import classes from "../../components/ListPage.module.css";
import { showFailure } from "../../components/toasts";
import { takesRunKey } from "../../lib/runKey";
import { ArgumentsPart } from "../../components/toolform/ArgumentsPart";
import { pruned, readArguments, requiredIn } from "../../components/toolform/arguments";
import { ResultView } from "./ResultView";
import { RunBar } from "./RunBar";
import type { Checks } from "../../components/toolform/SchemaForm";
import { ToolHead } from "./ToolHead";
import { useFilled } from "./useFilled";
import { useRun } from "./useRun";

interface Props {
  from: ServerTools;
  tool: ToolView;
}

export function ToolPage({ from, tool }: Props) {
  const schema = tool.inputSchema;
  const { run, start, cancel } = useRun(from.server, tool.name);
  const [filled, fill] = useFilled(keyOf(from.server, tool.name), schema, run?.arguments);
  const checks = useRef<Checks>(null);
  const running = run?.now.state === "running";
  const asked = useQuestionOf(running ? run.call : null);
  const { raise } = useQuestionActions(showFailure);
  const refused = run?.now.state === "failed" && run.now.failure.code === "bad_arguments" ? run.now.failure : null;

  const submit = () => {
    if (running || !from.ready) return;
    if (filled.as === "form") {
      if (checks.current?.check() === false) return;
      void start(pruned(filled.value, requiredIn(schema)), schema);
      return;
    }
    const reading = readArguments(filled.text);
    if (reading.read === "good") void start(reading.value, schema);
  };

  return (
    <div onKeyDownCapture={(event) => { if (takesRunKey(event)) submit(); }} data-testid="tool">
      <ToolHead from={from} tool={tool} />
      <div className={classes["inner"]} style={{ paddingTop: 16 }}>
        <ArgumentsPart ref={checks} schema={schema} filled={filled} refused={refused} onFill={fill} />
        <RunBar
          run={run}
          ready={from.ready}
          broken={filled.as === "json" && readArguments(filled.text).read !== "good"}
          asking={asked && <ErrandAsking question={asked} onShow={() => raise(asked.id)} />}
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
