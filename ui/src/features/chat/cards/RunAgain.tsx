/** The same call with other arguments, by the person: its result stands under the card, and no model sees it. */
import { IconPlayerPlay } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useBackend } from "../../../backend/context";
import { useErrand, useProgress } from "../../../backend/errands";
import { useTools } from "../../../backend/queries";
import { useQuestionOf } from "../../../backend/questions";
import type { CardView, OutcomeView, ToolView } from "../../../backend/wire";
import { ErrandAsking } from "../../../components/ErrandAsking";
import { ErrandBar } from "../../../components/ErrandBar";
import { Answer } from "../../../components/parts/Answer";
import { FailedAnswer } from "../../../components/parts/FailedAnswer";
import { textOf } from "../../../components/parts/outcome";
import { OutcomeParts } from "../../../components/parts/OutcomeParts";
import { showFailure } from "../../../components/toasts";
import { pruned, readArguments, requiredIn, type Filled } from "../../../components/toolform/arguments";
import { ArgumentsPart } from "../../../components/toolform/ArgumentsPart";
import { begin } from "../../../components/toolform/kept";
import type { Checks } from "../../../components/toolform/SchemaForm";
import { takesRunKey } from "../../../lib/runKey";
import { visible } from "../../../lib/visible";
import { useDoings } from "../context";
import classes from "./Cards.module.css";

export function RunAgain({ card, server, label }: { card: CardView; server: string; label: string }) {
  const { t } = useTranslation("chat");
  const tools = useTools();
  const from = tools.data?.find((it) => it.server === server);
  const tool = from?.tools.find((it) => it.name === card.tool);
  return (
    <section className={classes["again"]} aria-label={label}>
      <p className="dim small">{t("again.hint")}</p>
      {tool && <Form card={card} server={server} tool={tool} ready={from?.ready ?? false} />}
      {tools.data && !tool && <p className="dim">{t("again.gone")}</p>}
    </section>
  );
}

function Form({ card, server, tool, ready }: { card: CardView; server: string; tool: ToolView; ready: boolean }) {
  const { t } = useTranslation(["chat", "tools"]);
  const backend = useBackend();
  const schema = tool.inputSchema;
  const [filled, fill] = useState<Filled>(() => begin(schema, undefined, card.arguments ?? {}));
  const checks = useRef<Checks>(null);
  const { errand, start, cancel } = useErrand<OutcomeView>(["again", card.id], showFailure);
  const running = errand?.state === "running" ? errand : null;
  const progress = useProgress(running?.call ?? null);
  const asked = useQuestionOf(running?.call ?? null);
  const { raise } = useDoings();
  const reading = filled.as === "json" ? readArguments(filled.text) : null;
  const submit = () => {
    if (running || !ready || (reading && reading.read !== "good")) return;
    if (filled.as === "form" && checks.current?.check() === false) return;
    const args = filled.as === "form" ? pruned(filled.value, requiredIn(schema)) : reading?.read === "good" ? reading.value : {};
    void start((call) => backend.call("call_tool", { call, server, tool: card.tool, arguments: args }));
  };
  const refused = errand?.state === "failed" && errand.failure.code === "bad_arguments" ? errand.failure : null;
  return (
    <div className={classes["form"]} onKeyDownCapture={(event) => { if (takesRunKey(event)) submit(); }}>
      <ArgumentsPart ref={checks} schema={schema} filled={filled} refused={refused} onFill={fill} />
      <ErrandBar
        now={running && { ...running, progress }}
        label={t(errand ? "tools:runAgain" : "tools:run")}
        icon={<IconPlayerPlay size={16} stroke={1.75} />}
        disabled={!ready || (reading !== null && reading.read !== "good")}
        asking={asked && <ErrandAsking question={asked} onShow={() => raise(asked.id)} />}
        onGo={submit}
        onCancel={cancel}
      />
      {errand?.state === "failed" && <FailedAnswer failure={errand.failure} took={errand.took} server={server} />}
      {errand?.state === "done" && (
        <div className={classes["outcome"]} data-testid="again">
          <Answer
            tone={errand.value.isError ? "failed" : "ready"} word={t(errand.value.isError ? "toolFailed" : "cardState.done")} took={errand.value.took}
            raw={errand.value.raw} whole={errand.value.whole} leftOut={errand.value.leftOut} odd={errand.value.odd} text={() => textOf(errand.value)}
          >
            <OutcomeParts outcome={errand.value} server={server} tool={visible(card.tool)} />
          </Answer>
        </div>
      )}
    </div>
  );
}
