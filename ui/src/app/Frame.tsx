/** The frame of the window: the rail, the page, and the pane beside it or as a sheet. */
import { Drawer, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconCpu, IconInbox, IconKey, IconKeyboard, IconListCheck, IconMessages, IconServer2, IconTool } from "@tabler/icons-react";
import { useRef, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { href, newChat, type Route } from "../lib/route";
import classes from "./Frame.module.css";

interface Props {
  route: Route;
  children: ReactNode;
  pane: ReactNode;
  paneLabel: string;
  /** How many questions wait for the person. */
  waiting: number;
  onClosePane: () => void;
  onKeyMap: () => void;
}

export function Frame({ route, children, pane, paneLabel, waiting, onClosePane, onKeyMap }: Props) {
  const { t } = useTranslation();
  const page = useRef<HTMLElement>(null);
  // The address says which page it is, and must not change for this.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    page.current?.focus();
  };
  const narrow = useMediaQuery("(max-width: 640px)", undefined, { getInitialValueInEffect: false });
  return (
    <div className={classes["frame"]} data-pane={(pane && !narrow) || undefined}>
      <a className={classes["skip"]} href="#page" onClick={skip}>{t("skip")}</a>
      <Rail route={route} waiting={waiting} onKeyMap={onKeyMap} />
      <main ref={page} className={classes["page"]} id="page" tabIndex={-1}>{children}</main>
      {pane && !narrow && (
        <aside className={classes["pane"]} aria-label={paneLabel}>{pane}</aside>
      )}
      {narrow && (
        <Drawer.Root opened={Boolean(pane)} onClose={onClosePane} position="bottom" size="85%">
          <Drawer.Overlay />
          <Drawer.Content aria-label={paneLabel} radius="8px 8px 0 0">
            <Drawer.Body p={0}>{pane}</Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      )}
    </div>
  );
}

function Rail({ route, waiting, onKeyMap }: { route: Route; waiting: number; onKeyMap: () => void }) {
  const { t } = useTranslation();
  const servers = route.page === "servers" || route.page === "add" || route.page === "offers";
  const icon = { size: 22, stroke: 1.5, "aria-hidden": true } as const;
  return (
    <nav className={classes["rail"]} aria-label={t("nav.label")}>
      <a className={classes["entry"]} href={href(newChat)} aria-current={route.page === "chat" ? "page" : undefined}>
        <IconMessages {...icon} />
        {t("nav.chat")}
      </a>
      <a
        className={classes["entry"]}
        href={href({ page: "servers", server: null, view: "details" })}
        aria-current={servers ? "page" : undefined}
      >
        <IconServer2 {...icon} />
        {t("nav.servers")}
      </a>
      <a
        className={classes["entry"]}
        href={href({ page: "tools", server: null, tool: null })}
        aria-current={route.page === "tools" ? "page" : undefined}
      >
        <IconTool {...icon} />
        {t("nav.tools")}
      </a>
      <a className={classes["entry"]} href={href({ page: "inbox" })} aria-current={route.page === "inbox" ? "page" : undefined}>
        <span className={classes["counted"]}>
          <IconInbox {...icon} />
          {waiting > 0 && <span className={classes["badge"]} data-testid="badge" aria-hidden="true">{waiting > 99 ? "99+" : waiting}</span>}
        </span>
        {t("nav.inbox")}
        {waiting > 0 && <span className="srOnly">{t("nav.waiting", { count: waiting })}</span>}
      </a>
      <a className={classes["entry"]} href={href({ page: "secrets" })} aria-current={route.page === "secrets" ? "page" : undefined}>
        <IconKey {...icon} />
        {t("nav.secrets")}
      </a>
      <a className={classes["entry"]} href={href({ page: "models", provider: null })} aria-current={route.page === "models" ? "page" : undefined}>
        <IconCpu {...icon} />
        {t("nav.models")}
      </a>
      <a className={classes["entry"]} href={href({ page: "approvals" })} title={t("nav.approvalsLong")} aria-current={route.page === "approvals" ? "page" : undefined}>
        <IconListCheck {...icon} />
        {t("nav.approvals")}
      </a>
      <UnstyledButton className={`${classes["entry"]} ${classes["last"]}`} aria-label={t("keys.open")} title={`${t("keys.open")} (?)`} onClick={onKeyMap}>
        <IconKeyboard {...icon} />
      </UnstyledButton>
    </nav>
  );
}
