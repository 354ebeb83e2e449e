/** One prompt: what it is, its arguments, asking for it, and the messages that it is made of. */
import { IconMessage2Down } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { useErrand, useProgress } from "../../backend/errands";
import { useBackend } from "../../backend/context";
import { useQuestionActions, useQuestionOf } from "../../backend/questions";
import { useWishes } from "../../backend/queries";
import type { PromptGiven, PromptView, ServerRow } from "../../backend/wire";
import { ErrandAsking } from "../../components/ErrandAsking";
import { ErrandBar } from "../../components/ErrandBar";
import classes from "../../components/ListPage.module.css";
import { FailedAnswer } from "../../components/parts/FailedAnswer";
import parts from "../../components/parts/Parts.module.css";
import { showFailure } from "../../components/toasts";
import { takesRunKey } from "../../lib/runKey";
import { sentence } from "../../lib/sentence";
import { MessagesView } from "./MessagesView";
import { OfferHead } from "./OfferHead";
import { TextsForm, type Checks } from "./TextsForm";
import { filledIn, useTexts } from "./useTexts";

interface Props {
  server: ServerRow;
  prompt: PromptView;
}

export function PromptPage({ server, prompt }: Props) {
  const { t } = useTranslation("offers");
  const backend = useBackend();
  const { errand, start, cancel } = useErrand<PromptGiven>(["prompt", server.name, prompt.name], showFailure);
  const [texts, fill] = useTexts(`prompt\n${server.name}\n${prompt.name}`);
  const checks = useRef<Checks>(null);
  const wishes = useWishes(server.name);
  const running = errand?.state === "running" ? errand : null;
  const asked = useQuestionOf(running?.call ?? null);
  const progress = useProgress(running?.call ?? null);
  const { raise } = useQuestionActions(showFailure);
  const ready = server.state.state === "ready";
  const failure = errand?.state === "failed" ? errand.failure : null;
  const refused = failure?.code === "bad_arguments" && failure.field !== null ? { field: failure.field, message: sentence(failure.message) } : null;

  const get = () => {
    if (running || !ready || checks.current?.check() === false) return;
    const named = filledIn(texts);
    // What the prompt does not take any more is not sent, though it may have been filled in before.
    const taken = prompt.arguments.flatMap(({ name }) => { const it = named[name]; return it === undefined ? [] : [[name, it]]; });
    void start((call) => backend.call("get_prompt", { call, server: server.name, prompt: prompt.name, arguments: Object.fromEntries(taken) }));
  };

  return (
    <div onKeyDownCapture={(event) => { if (takesRunKey(event)) get(); }} data-testid="prompt">
      <OfferHead server={server} title={prompt.title ?? prompt.name} name={prompt.name} description={prompt.description} marks={prompt.marks} />
      <div className={classes["inner"]} style={{ paddingTop: 16 }}>
        <section className={parts["part"]} aria-labelledby="arguments">
          <div className={classes["head3"]}><h2 id="arguments">{t("arguments")}</h2></div>
          {prompt.arguments.length === 0 ? <p className="dim">{t("noArguments")}</p> : (
            <TextsForm
              ref={checks}
              server={server.name}
              of={{ type: "prompt", name: prompt.name }}
              fields={prompt.arguments}
              texts={texts}
              suggests={ready && wishes.data?.can?.complete === true}
              refused={refused}
              onFill={fill}
            />
          )}
        </section>
        <ErrandBar
          now={running && { startedAt: running.startedAt, stopping: running.stopping, progress }}
          label={t(errand ? "getAgain" : "get")}
          icon={<IconMessage2Down size={16} stroke={1.75} />}
          disabled={!ready}
          asking={asked && <ErrandAsking question={asked} onShow={() => raise(asked.id)} />}
          onGo={get}
          onCancel={cancel}
        />
        {errand && errand.state !== "running" && (
          <section className={parts["result"]} aria-label={t("messages")} data-testid="result">
            {errand.state === "done" ? (
              <MessagesView key={errand.call} given={errand.value} server={server.name} prompt={prompt.title ?? prompt.name} />
            ) : (
              <FailedAnswer failure={errand.failure} took={errand.took} server={server.name} />
            )}
          </section>
        )}
      </div>
    </div>
  );
}
