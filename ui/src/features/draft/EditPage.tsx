/** Changes a registered server; its name stays. */
import { Button } from "@mantine/core";
import { useEffect, useReducer, useState } from "react";
import { useTranslation } from "react-i18next";

import { failureShown, useRowCommand } from "../../backend/commands";
import { useServers } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { ServerRow, StateView } from "../../backend/wire";
import { FailureNote } from "../../components/FailureNote";
import { BusyButton } from "../../components/BusyButton";
import { PageHead } from "../../components/PageHead";
import { Stranger } from "../../components/Stranger";
import { showDone } from "../../components/toasts";
import { Unread } from "../../components/Unread";
import { go, serverHref } from "../../lib/route";
import { DraftEditor, fieldIn } from "./DraftEditor";
import { draftOf, formOf, mistakesIn, START_LIMIT, toDraft } from "./form";
import { mirrorOf, reflect } from "./mirror";
import { useSplit } from "./useSplit";
import { usePasted } from "./usePasted";
import { useSecret } from "./useSecret";
import classes from "./Draft.module.css";

export default function EditPage({ server }: { server: string }) {
  const { t } = useTranslation("servers");
  const list = useServers();
  const row = list.data?.servers.find((it) => it.name === server);
  const unread = useUnread(list);
  if (!list.data) return unread && <div style={{ padding: 24 }}><Unread what={t("unread")} {...unread} /></div>;
  if (!row) return <p className="dim" style={{ padding: 24 }}>{t("pane.gone", { name: server })}</p>;
  return <Edit key={row.name} row={row} />;
}

function Edit({ row }: { row: ServerRow }) {
  const { t } = useTranslation("draft");
  const [mirror, edit] = useReducer(reflect, row, (it) => mirrorOf(formOf(draftOf(it))));
  const [tried, setTried] = useState(false);
  const update = useRowCommand("update_server");
  const pasted = usePasted((reading) => {
    const first = reading.proposals[0];
    if (first) edit({ edit: "draft", draft: first.draft });
  }, t("pasteFits"));
  const split = useSplit((change) => edit({ edit: "form", change }));
  const askSecret = useSecret(mirror.form.title || row.title);
  const failure = failureShown(update.error);
  useFocusOnLimit(row.state);
  const back = () => go({ page: "servers", server: row.name, view: "details" });

  const save = async () => {
    setTried(true);
    if (mirror.broken || Object.keys(mistakesIn(mirror.form)).length > 0) return;
    const saved = await update.mutateAsync({ server: row.name, draft: toDraft(mirror.form) }).catch(() => null);
    if (!saved) return;
    showDone(t("saved", { title: saved.title }));
    back();
  };

  return (
    <div className={classes["page"]} data-testid="edit">
      <PageHead
        title={<Stranger text={t("editTitle", { title: row.title })} />}
        back={{ href: serverHref(row.name), label: t("backToServer", { title: row.title }) }}
      />
      <div className={classes["body"]}>
        {failure && <FailureNote failure={failure} withField={!fieldIn(failure)} />}
        <DraftEditor
          mirror={mirror}
          onEdit={(it) => { update.reset(); edit(it); }}
          nameHint={t("nameStays", { name: row.name })}
          tried={tried}
          refused={failure}
          reading={pasted.reading}
          unread={pasted.failure}
          onPaste={pasted.paste}
          onSplit={split}
          askSecret={askSecret}
        />
      </div>
      <footer className={classes["foot"]}>
        <BusyButton busy={update.isPending} disabled={mirror.broken !== null} onClick={() => void save()}>{t("submitSave")}</BusyButton>
        <Button variant="default" onClick={back}>{t("discard")}</Button>
        <span className="dim small" role="status">{update.isPending ? t("waiting") : ""}</span>
      </footer>
    </div>
  );
}

/** A server that needs more time to start is opened for that. */
function useFocusOnLimit(state: StateView) {
  const needsTime = state.state === "failed" && state.fix?.kind === "moreTime";
  useEffect(() => {
    if (needsTime) document.getElementById(START_LIMIT)?.focus();
  }, [needsTime]);
}
