/** What came of a call: its parts, or the reply as it came, or why there is none. */
import { useTranslation } from "react-i18next";

import type { RunState } from "../../backend/runs";
import type { OutcomeView } from "../../backend/wire";
import { Answer } from "../../components/parts/Answer";
import { FailedAnswer } from "../../components/parts/FailedAnswer";
import parts from "../../components/parts/Parts.module.css";
import { textOf } from "../../components/parts/outcome";
import { OutcomeParts } from "../../components/parts/OutcomeParts";

interface Props {
  /** Names the call. */
  call: string;
  now: Exclude<RunState, { state: "running" }>;
  server: string;
  tool: string;
}

export function ResultView({ call, now, server, tool }: Props) {
  const { t } = useTranslation("tools");
  return (
    <section className={parts["result"]} aria-label={t("result")} data-testid="result">
      {now.state === "done" ? (
        <Outcome key={call} outcome={now.outcome} server={server} tool={tool} />
      ) : (
        <FailedAnswer failure={now.failure} took={now.took} server={server} />
      )}
    </section>
  );
}

function Outcome({ outcome, server, tool }: { outcome: OutcomeView; server: string; tool: string }) {
  const { t } = useTranslation("tools");
  return (
    <Answer
      tone={outcome.isError ? "failed" : "ready"}
      word={t(outcome.isError ? "toolFailed" : "done")}
      took={outcome.took}
      raw={outcome.raw}
      whole={outcome.whole}
      leftOut={outcome.leftOut}
      odd={outcome.odd}
      text={() => textOf(outcome)}
    >
      <OutcomeParts outcome={outcome} server={server} tool={tool} />
    </Answer>
  );
}
