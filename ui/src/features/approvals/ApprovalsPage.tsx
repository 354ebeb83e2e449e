/** The rules on which tool calls run without a question: all changes are a draft until they are saved. */
import { Button } from "@mantine/core";
import { IconListCheck, IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useServers, useTools } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import { BusyButton } from "../../components/BusyButton";
import { EmptyState } from "../../components/EmptyState";
import { PageHead } from "../../components/PageHead";
import { Unread } from "../../components/Unread";
import { BulkBar } from "./BulkBar";
import { withAction, withGone, withNew, withTerms, type Row } from "./draft";
import { DraftNotes } from "./DraftNotes";
import { RuleEditor } from "./RuleEditor";
import { RuleTable } from "./RuleTable";
import { useRuleDraft } from "./useRules";
import classes from "./Approvals.module.css";

export default function ApprovalsPage() {
  const { t } = useTranslation("approvals");
  const rules = useRuleDraft();
  const { list, draft, changes, onChange } = rules;
  const unread = useUnread(list);
  const servers = useServers().data?.servers ?? [];
  const tools = useTools().data ?? [];
  const [editing, setEditing] = useState<Row | "new" | null>(null);
  const opener = useRef<Element | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const open = (what: Row | "new") => {
    opener.current = document.activeElement;
    setEditing(what);
  };
  const close = () => {
    setEditing(null);
    // The button of an empty page is another than that of the head, which comes with the first rule.
    requestAnimationFrame(() => {
      const before = opener.current;
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      else document.querySelector<HTMLElement>("[data-add]")?.focus();
    });
  };
  const titles = new Map(servers.map((it) => [it.name, it.title]));
  const rows = draft?.rows ?? [];
  const chosen = rows.filter((it) => selected.has(it.key)).map((it) => it.key);
  const empty = draft !== null && rows.length === 0;
  const add = <Button variant={changes ? "default" : "filled"} leftSection={<IconPlus size={16} />} data-add onClick={() => open("new")}>{t("add")}</Button>;
  return (
    <div className={classes["page"]}>
      <PageHead title={t("title")} line={t("lead")}>
        {draft && !(empty && !changes) && add}
        {changes && <Button variant="default" aria-disabled={rules.saving || undefined} onClick={() => { if (!rules.saving) rules.onDiscard(); }}>{t("discard")}</Button>}
        {changes && <BusyButton busy={rules.saving} onClick={rules.onSave}>{t("save")}</BusyButton>}
      </PageHead>
      <div className={classes["body"]} data-testid="approvals">
        <p className={`dim ${classes["how"]}`}>{t("how")} {t("again")}</p>
        {unread && (
          <div className={classes["notes"]}>
            <Unread what={t("unread")} {...unread} />
            <p className="dim">{t("unreadHint")}</p>
          </div>
        )}
        <DraftNotes {...rules} />
        {empty && !changes && (
          <EmptyState icon={<IconListCheck size={40} stroke={1.25} />} title={t("empty.title")} text={t("empty.text")}>{add}</EmptyState>
        )}
        {draft && rows.length > 0 && (
          <>
            <BulkBar
              all={rows.length}
              chosen={chosen.length}
              onAll={(on) => setSelected(new Set(on ? rows.map((it) => it.key) : []))}
              onAction={(action) => onChange(withAction(draft, chosen, action))}
              onRemove={() => { onChange(withGone(draft, chosen, true)); setSelected(new Set()); }}
            />
            <RuleTable
              draft={draft}
              titles={titles}
              selected={selected}
              onSelect={(key, on) => setSelected((now) => new Set(on ? [...now, key] : [...now].filter((it) => it !== key)))}
              onChange={onChange}
              onEdit={open}
            />
          </>
        )}
      </div>
      {editing && draft && (
        <RuleEditor
          row={editing === "new" ? null : editing}
          servers={servers}
          tools={tools}
          onClose={close}
          onDone={(terms) => {
            onChange(editing === "new" ? withNew(draft, terms) : withTerms(draft, editing.key, terms));
            close();
          }}
        />
      )}
    </div>
  );
}
