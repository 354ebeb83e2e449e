/** The rules with what the person changed and did not save yet; that lies there while they look at other pages. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { failureOf } from "../../backend/backend";
import { useCommand } from "../../backend/commands";
import { useRules } from "../../backend/rules";
import type { Failure, RuleList, RuleTerms } from "../../backend/wire";
import { showDone, showFailure, showUndo } from "../../components/toasts";
import { changesOf, draftOf, overtaken, termsOf, type Draft } from "./draft";

const draftKey = ["rulesDraft"];

export function useRuleDraft() {
  const { t } = useTranslation("approvals");
  const client = useQueryClient();
  const list = useRules();
  const set = useCommand("set_rules");
  const [failure, setFailure] = useState<Failure | null>(null);
  const begun = useQuery<Draft | null>({ queryKey: draftKey, queryFn: skipToken, initialData: null, staleTime: Infinity, gcTime: Infinity }).data ?? null;
  const keep = (draft: Draft | null) => client.setQueryData<Draft | null>(draftKey, draft);
  const draft = begun ?? (list.data ? draftOf(list.data.rules) : null);
  const changes = draft && changesOf(draft);
  // While it is saved, the new rules may be here before the answer.
  const late = begun !== null && changes !== null && !set.isPending && list.data !== undefined && overtaken(begun, list.data.rules);

  const send = async (rules: RuleTerms[]) => client.setQueryData<RuleList>(["rules"], await set.mutateAsync({ rules }));
  const onSave = () => {
    if (!draft || !changes || set.isPending) return;
    const before = draft.base.map((it) => it.terms);
    const undo = () => void send(before).then(() => showDone(t("undone"))).catch(showFailure);
    send(termsOf(draft))
      .then(() => {
        keep(null);
        setFailure(null);
        showUndo(t("saved"), t("savedHint"), undo);
      })
      .catch((thrown: unknown) => setFailure(failureOf(thrown)));
  };
  const onDiscard = () => {
    keep(null);
    setFailure(null);
    showUndo(t("discarded"), t("discardedHint"), () => keep(begun));
  };
  const onChange = (next: Draft) => {
    // What changes nothing is no draft, and follows what happens elsewhere again.
    keep(changesOf(next) ? next : null);
    setFailure(null);
  };
  return { list, draft, changes, late, failure, saving: set.isPending, onChange, onSave, onDiscard };
}
