/** What waits for the person, in order, and below it what is over. No question is answered here. */
import { Button } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useInbox } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { InboxView } from "../../backend/wire";
import { EmptyState } from "../../components/EmptyState";
import { PageHead } from "../../components/PageHead";
import { Unread } from "../../components/Unread";
import { href } from "../../lib/route";
import { ApprovalList } from "./ApprovalList";
import { SettledList } from "./SettledList";
import { WaitingList } from "./WaitingList";
import classes from "./Inbox.module.css";

export default function InboxPage() {
  const { t } = useTranslation("inbox");
  const inbox = useInbox();
  const unread = useUnread(inbox);
  const count = inbox.data && inbox.data.waiting.length + inbox.data.approvals.length;
  return (
    <div className={classes["page"]}>
      <PageHead title={t("title")} line={count === undefined ? " " : t("waits", { count })} />
      <div className={classes["body"]} data-testid="inbox">
        {unread && <Unread what={t("unread")} {...unread} />}
        {inbox.data && <Lists inbox={inbox.data} />}
      </div>
    </div>
  );
}

function Lists({ inbox: { waiting, approvals, settled } }: { inbox: InboxView }) {
  const { t } = useTranslation("inbox");
  if (waiting.length === 0 && approvals.length === 0 && settled.length === 0) {
    return (
      <EmptyState icon={<IconInbox size={40} stroke={1.25} />} title={t("empty.title")} text={t("empty.text")}>
        <Button component="a" variant="default" href={href({ page: "tools", server: null, tool: null })}>{t("empty.tools")}</Button>
      </EmptyState>
    );
  }
  return (
    <>
      {(waiting.length > 0 || approvals.length === 0) && <WaitingList waiting={waiting} />}
      {approvals.length > 0 && <ApprovalList approvals={approvals} />}
      {settled.length > 0 && <SettledList settled={settled} />}
    </>
  );
}
