/** Adds servers: by form, by JSON, by what is pasted; each is shown natively before it starts. */
import { Tooltip } from "@mantine/core";
import { IconClipboardText } from "@tabler/icons-react";
import { useReducer, useState } from "react";
import { useTranslation } from "react-i18next";

import { failureShown, useRowCommand } from "../../backend/commands";
import { useServers } from "../../backend/queries";
import type { Reading } from "../../backend/wire";
import { BusyButton } from "../../components/BusyButton";
import { FailureNote } from "../../components/FailureNote";
import { PageHead } from "../../components/PageHead";
import { showDone } from "../../components/toasts";
import { go, home, href } from "../../lib/route";
import { slug } from "../../lib/slug";
import { AddFoot } from "./AddFoot";
import { deskOf, sheetOn, step } from "./desk";
import { DraftEditor, fieldIn } from "./DraftEditor";
import { FoundList, Notes } from "./FoundList";
import { mistakesIn, toDraft } from "./form";
import { useSplit } from "./useSplit";
import { usePasted } from "./usePasted";
import { useSecret } from "./useSecret";
import classes from "./Draft.module.css";

interface Props {
  /** What the Paste button read, to begin with. */
  offered: Reading | null;
  pasting: boolean;
  onPaste: () => void;
}

export default function AddPage({ offered, pasting, onPaste }: Props) {
  const { t } = useTranslation("draft");
  const [desk, move] = useReducer(step, offered, deskOf);
  const [tried, setTried] = useState(false);
  const { mirror, notes } = sheetOn(desk);
  const add = useRowCommand("add_server");
  const pasted = usePasted((reading) => move({ move: "read", reading }), t("pasteFits"));
  const split = useSplit((change) => move({ move: "edit", edit: { edit: "form", change } }));
  const askSecret = useSecret(mirror.form.title || mirror.form.command);
  const servers = useServers();
  const name = slug(mirror.form.title);
  const there = servers.data?.servers.some((it) => it.name === name) ?? false;
  const failure = failureShown(add.error);
  const taken = there || failure?.code === "name_taken";

  const submit = async (replace: boolean) => {
    setTried(true);
    if (mirror.broken || Object.keys(mistakesIn(mirror.form)).length > 0) return;
    const row = await add.mutateAsync({ draft: toDraft(mirror.form), replace, hold: false }).catch(() => null);
    if (!row) return;
    setTried(false);
    move({ move: "added" });
    const left = desk.sheets.filter((it, at) => !it.added && at !== desk.at).length;
    if (left > 0) showDone(t("addedToast", { title: row.title }));
    else go({ page: "servers", server: row.name, view: "details" });
  };

  return (
    <div className={classes["page"]} data-testid="add">
      <PageHead title={t("addTitle")} back={{ href: href(home), label: t("backToServers") }}>
        <Tooltip label={t("pasteHint")}>
          <BusyButton variant="default" busy={pasting} leftSection={<IconClipboardText size={16} stroke={1.75} />} onClick={onPaste}>
            {t("paste")}
          </BusyButton>
        </Tooltip>
      </PageHead>
      <div className={classes["body"]}>
        {desk.sheets.length > 1 && <FoundList desk={desk} onChoose={(at) => { add.reset(); setTried(false); move({ move: "choose", at }); }} />}
        <Notes notes={[...desk.notes, ...notes]} />
        {failure && failure.code !== "name_taken" && <FailureNote failure={failure} withField={!fieldIn(failure)} />}
        <DraftEditor
          key={desk.at}
          mirror={mirror}
          onEdit={(edit) => { add.reset(); move({ move: "edit", edit }); }}
          nameHint={nameHint(t, mirror.form.title, name)}
          tried={tried}
          refused={failure}
          reading={pasted.reading}
          unread={pasted.failure}
          onPaste={pasted.paste}
          onSplit={split}
          askSecret={askSecret}
        />
      </div>
      <AddFoot taken={taken ? name : null} busy={add.isPending} broken={mirror.broken !== null} onAdd={(replace) => void submit(replace)} />
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation<"draft">>["t"];

function nameHint(t: Translate, title: string, name: string | null): string {
  if (!title.trim()) return t("titleHint");
  return name === null ? t("noName") : t("becomes", { name });
}
