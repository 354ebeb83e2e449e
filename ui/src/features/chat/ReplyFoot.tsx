/** The end of a reply in small type: what it cost, how long it took, and what can be done with it. */
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconGitBranch, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { MessageView } from "../../backend/wire";
import { CopyButton } from "../../components/CopyButton";
import { exact, took } from "../../lib/time";
import { BranchSwitch } from "./BranchSwitch";
import classes from "./Chat.module.css";
import { useDoings } from "./context";
import type { Round } from "./ReplyMessage";
import { wordsOf, type Sum } from "./rows";

export function ReplyFoot({ message, body, sum }: { message: MessageView; body: Round; sum: Sum }) {
  const { t } = useTranslation("chat");
  const { busy, goOn, branch } = useDoings();
  const words = wordsOf(body.said);
  // What failed without a word says itself what can be done.
  const bare = body.state === "failed" && body.said.length === 0;
  if (bare) return <div className={classes["foot"]}><BranchSwitch message={message} /></div>;
  return (
    <div className={classes["foot"]}>
      <BranchSwitch message={message} />
      {words && <CopyButton text={words} label={t("copyReply")} />}
      {!busy && <Tool label={t("answerAgain")} onClick={() => goOn(message.id)}><IconRefresh size={16} stroke={1.75} /></Tool>}
      <Tool label={t("branchHere")} onClick={() => branch(message.id)}><IconGitBranch size={16} stroke={1.75} /></Tool>
      <Usage at={message.at} sum={sum} />
    </div>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function Usage({ at, sum: { usage, took: time } }: { at: number; sum: Sum }) {
  const { t, i18n } = useTranslation("chat");
  const number = (it: number) => new Intl.NumberFormat(i18n.language).format(it);
  const money = (it: number) => new Intl.NumberFormat(i18n.language, { style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(it);
  const facts = [
    usage.input !== null && t("usage.input", { count: usage.input }),
    usage.cacheRead !== null && usage.cacheRead > 0 && t("usage.cached", { tokens: number(usage.cacheRead) }),
    usage.output !== null && t("usage.output", { count: usage.output }),
    usage.cost !== null && money(usage.cost),
    took(time, i18n.language),
  ].filter((it) => it !== false);
  return <span className={`dim small ${classes["usage"]}`} title={exact(at, i18n.language)}>{facts.join(" · ")}</span>;
}
