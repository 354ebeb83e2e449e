/** The calls of models that wait for a yes, each with the way to its card; they are decided there. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { ApprovalView } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { href } from "../../lib/route";
import classes from "./Inbox.module.css";

export function ApprovalList({ approvals }: { approvals: ApprovalView[] }) {
  const { t } = useTranslation("inbox");
  return (
    <section aria-labelledby="inbox-approvals">
      <h2 id="inbox-approvals" className={classes["heading"]}>{t("approvals")}</h2>
      <ul>{approvals.map((it) => <Approval key={it.call} approval={it} />)}</ul>
    </section>
  );
}

function Approval({ approval: { conversation, title, server, tool, asked } }: { approval: ApprovalView }) {
  const { t } = useTranslation("inbox");
  const called = server === null ? tool : `${server} · ${tool}`;
  return (
    <li className={classes["row"]} data-approval>
      <div className={classes["state"]}><StateMark tone="attention">{t("waitsForYes")}</StateMark></div>
      <div className={classes["what"]}>
        <h3 className={classes["who"]}><Stranger text={called} /></h3>
        <p className={classes["words"]}>{t("inConversation", { title: title || t("untitled") })}</p>
      </div>
      <div className={`${classes["facts"]} dim`}><span><Ago at={asked} /></span></div>
      <div className={classes["controls"]}>
        <Button
          size="compact-sm"
          variant="default"
          component="a"
          href={href({ page: "chat", conversation })}
          aria-label={t("actionOf", { action: t("toCard"), who: called })}
        >
          {t("toCard")}
        </Button>
      </div>
    </li>
  );
}
