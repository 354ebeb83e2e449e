/** Writes or changes one rule, in a dialog of the page; it holds once the draft is saved. */
import { Autocomplete, Button, Modal, Radio, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";

import type { RuleTerms, ServerRow, ServerTools } from "../../backend/wire";
import { HiddenNote } from "../../components/HiddenNote";
import { Note } from "../../components/Note";
import { ACTIONS } from "./BulkBar";
import type { Row } from "./draft";
import { isSweeping, isWhole } from "./patterns";
import { DeadServer } from "./DeadServer";
import { ServerSelect } from "./ServerSelect";
import { toolsFor, useFitWords } from "./useFitWords";
import { UntilSelect } from "./UntilSelect";
import classes from "./Approvals.module.css";

interface Props {
  /** Nothing for a new one. */
  row: Row | null;
  servers: ServerRow[];
  tools: ServerTools[];
  onClose: () => void;
  onDone: (terms: RuleTerms) => void;
}

const blank: RuleTerms = { priority: 0, server: null, registration: null, tool: "", below: null, action: "allow", digest: null, conversation: null, expires: null, note: "" };

export function RuleEditor({ row, servers, tools, onClose, onDone }: Props) {
  const { t } = useTranslation(["approvals", "common"]);
  return (
    <Modal opened onClose={onClose} size="lg" title={t(row ? "editor.edit" : "editor.add")} closeButtonProps={{ "aria-label": t("common:action.close") }}>
      <Form row={row} servers={servers} tools={tools} onClose={onClose} onDone={onDone} />
    </Modal>
  );
}

function Form({ row, servers, tools, onClose, onDone }: Props) {
  const { t } = useTranslation("approvals");
  const [terms, setTerms] = useState<RuleTerms>(row?.terms ?? blank);
  const [tried, setTried] = useState(false);
  const fitWords = useFitWords(terms, tools);
  const put = (more: Partial<RuleTerms>) => setTerms((now) => ({ ...now, ...more }));
  // A digest is one tool's, and a registration one server's: they say nothing of another.
  const putTool = (tool: string) => put({ tool, digest: null });
  const putServer = (server: string | null) => put({ server, registration: null, digest: null });
  const dead = row?.kept?.removed && terms.registration === row.kept.terms.registration ? terms.server : null;
  const below = terms.below?.trim() ?? "";
  const wrongTool = terms.tool.trim() === "";
  const wrongBelow = below !== "" && !isWhole(below);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrongTool || wrongBelow) return;
    onDone({ ...terms, tool: terms.tool.trim(), below: below || null, note: terms.note.trim() });
  };
  return (
    <form className={classes["editor"]} onSubmit={onSubmit}>
      <Radio.Group label={t("editor.action")} value={terms.action} onChange={(value) => put({ action: ACTIONS.find((it) => it === value) ?? "ask" })}>
        <div className={classes["radios"]}>
          {ACTIONS.map((it) => <Radio key={it} value={it} data-autofocus={it === terms.action || undefined} label={t(`action.${it}`)} description={t(`actionHint.${it}`)} />)}
        </div>
      </Radio.Group>
      <ServerSelect value={terms.server} servers={servers} onChange={putServer} />
      {dead !== null && <DeadServer server={dead} there={servers.some((it) => it.name === dead)} onBind={() => putServer(dead)} />}
      <Autocomplete
        label={t("editor.tool")}
        description={t("editor.toolHint")}
        placeholder="write_*"
        data={[...new Set(toolsFor(terms.server, tools))]}
        limit={20}
        value={terms.tool}
        maxLength={400}
        error={tried && wrongTool && t("editor.needTool")}
        spellCheck={false}
        classNames={{ input: "mono" }}
        onChange={putTool}
      />
      <p className="dim small" role="status">{fitWords}</p>
      {isSweeping(terms) && <Note tone="attention">{t(terms.server === null ? "editor.sweeping" : "editor.sweepingServer")}</Note>}
      <TextInput
        label={t("editor.below")}
        description={t(`editor.belowHint.${terms.action}`)}
        placeholder="/home/ada/notes"
        value={terms.below ?? ""}
        maxLength={4000}
        error={tried && wrongBelow && t("editor.needWhole")}
        spellCheck={false}
        classNames={{ input: "mono" }}
        onChange={(event) => put({ below: event.currentTarget.value })}
      />
      <UntilSelect kept={row?.terms.expires ?? null} value={terms.expires} onChange={(expires) => put({ expires })} />
      {row?.terms.conversation && (
        <Select
          label={t("editor.where")}
          data={[{ value: "one", label: t("where.one") }, { value: "everywhere", label: t("where.everywhere") }]}
          value={terms.conversation === null ? "everywhere" : "one"}
          allowDeselect={false}
          onChange={(value) => put({ conversation: value === "one" ? row.terms.conversation : null })}
        />
      )}
      {row?.terms.digest && row.terms.tool === terms.tool && row.terms.server === terms.server && (
        <Switch
          label={t("editor.digest")}
          description={t("editor.digestHint")}
          withThumbIndicator={false}
          checked={terms.digest !== null}
          onChange={(event) => put({ digest: event.currentTarget.checked ? row.terms.digest : null })}
        />
      )}
      <Textarea
        label={t("editor.note")}
        placeholder={t("editor.notePlaceholder")}
        value={terms.note}
        maxLength={500}
        autosize
        maxRows={4}
        onChange={(event) => put({ note: event.currentTarget.value })}
      />
      <HiddenNote texts={[terms.tool, terms.below ?? "", terms.note]} />
      <div className={classes["editorActions"]}>
        <span className="dim small">{t("editor.draft")}</span>
        <Button variant="default" onClick={onClose}>{t("editor.cancel")}</Button>
        <Button type="submit">{t("editor.submit")}</Button>
      </div>
    </form>
  );
}
