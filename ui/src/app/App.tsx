/** Puts the features together: which page, which pane, and the keys of the whole window. */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useBackend } from "../backend/context";
import { providersOf } from "../backend/models";
import { useInbox, useServers } from "../backend/queries";
import type { InboxView } from "../backend/wire";
import { Boundary } from "../components/Boundary";
import { showBroken } from "../components/toasts";
import { uncovered } from "../components/uncovered";
import { InboxNews } from "../features/inbox/InboxNews";
import { ServersPage } from "../features/servers/ServersPage";
import { go, home, outOf, useRoute, type Route } from "../lib/route";
import { Frame } from "./Frame";
import { KeychainNews } from "./KeychainNews";
import { Pane } from "./Pane";
import { useKeys } from "./useKeys";
import { usePalette } from "./usePalette";
import { usePaste } from "./usePaste";
import { useReturn } from "./useReturn";

const KeyMap = lazy(() => import("./KeyMap"));
const Palette = lazy(() => import("./Palette"));
const AddPage = lazy(() => import("../features/draft/AddPage"));
const EditPage = lazy(() => import("../features/draft/EditPage"));
const ChatPage = lazy(() => import("../features/chat/ChatPage"));
const InboxPage = lazy(() => import("../features/inbox/InboxPage"));
const ApprovalsPage = lazy(() => import("../features/approvals/ApprovalsPage"));
const LogPage = lazy(() => import("../features/log/LogPage"));
const ModelsPage = lazy(() => import("../features/models/ModelsPage"));
const OffersPage = lazy(() => import("../features/offers/OffersPage"));
const ProviderPane = lazy(() => import("../features/models/ProviderPane"));
const SecretsPage = lazy(() => import("../features/secrets/SecretsPage"));
const ToolsPage = lazy(() => import("../features/tools/ToolsPage"));

export function App() {
  return <Boundary of="window"><Window /></Boundary>;
}

function Window() {
  const route = useRoute();
  const [keyMap, setKeyMap] = useState(false);
  const paste = usePaste();
  const had = useRef<Element | null>(null);
  const openKeyMap = () => {
    had.current = document.activeElement;
    setKeyMap(true);
  };
  // It is fetched when it is needed, and gone when it is left: the focus goes back by hand.
  const closeKeyMap = () => {
    setKeyMap(false);
    requestAnimationFrame(() => { if (had.current instanceof HTMLElement) had.current.focus(); });
    uncovered();
  };
  const palette = usePalette({ onPaste: paste.paste, onKeyMap: openKeyMap });
  useKeys(route, openKeyMap);
  useReturn(route);
  return (
    <>
      <Frame
        route={route}
        pane={paneOf(route)}
        paneLabel={usePaneLabel(route)}
        waiting={waitingOf(useInbox().data)}
        onClosePane={() => go(outOf(route) ?? home)}
        onKeyMap={openKeyMap}
      >
        <Boundary key={route.page}>
          <Suspense fallback={null}>
            <Page route={route} paste={paste} />
          </Suspense>
        </Boundary>
      </Frame>
      <Boundary instead={null}><InboxNews /></Boundary>
      <Boundary instead={null}><KeychainNews /></Boundary>
      <Overlay onBroken={showBroken}><Palette {...palette} /></Overlay>
      {keyMap && (
        <Overlay onBroken={() => { setKeyMap(false); showBroken(); }}>
          <KeyMap onClose={closeKeyMap} />
        </Overlay>
      )}
    </>
  );
}

/** What lies over the window is fetched when it is needed; where it breaks, the window goes on without it. */
function Overlay({ children, onBroken }: { children: ReactNode; onBroken: () => void }) {
  return (
    <Boundary instead={null} onBroken={onBroken}>
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  );
}

function Page({ route, paste }: { route: Route; paste: ReturnType<typeof usePaste> }) {
  if (route.page === "chat") return <ChatPage conversation={route.conversation} />;
  if (route.page === "inbox") return <InboxPage />;
  if (route.page === "secrets") return <SecretsPage />;
  if (route.page === "models") return <ModelsPage selected={route.provider} />;
  if (route.page === "approvals") return <ApprovalsPage />;
  if (route.page === "tools") return <ToolsPage server={route.server} tool={route.tool} />;
  if (route.page === "offers") return <OffersPage key={route.server} server={route.server} offer={route.offer} />;
  if (route.page === "add") {
    // What was pasted once is not offered again by a later visit.
    const offered = route.paste === paste.times ? paste.reading : null;
    return <AddPage key={route.paste} offered={offered} pasting={paste.pasting} onPaste={paste.paste} />;
  }
  if (route.server !== null && route.view === "log") return <LogPage key={route.server} server={route.server} />;
  if (route.server !== null && route.view === "edit") return <EditPage key={route.server} server={route.server} />;
  return <ServersPage selected={route.server} pasting={paste.pasting} onPaste={paste.paste} />;
}

/** The pane beside a page: the server or the provider that is chosen. */
function paneOf(route: Route) {
  if (route.page === "models" && route.provider !== null) {
    return (
      <Boundary key={`provider-${route.provider}`}>
        <Suspense fallback={null}><ProviderPane id={route.provider} onClose={() => go({ page: "models", provider: null })} /></Suspense>
      </Boundary>
    );
  }
  if (route.page !== "servers" || route.server === null) return null;
  if (route.view === "log" || route.view === "edit") return null;
  return (
    <Boundary key={route.server}>
      <Pane name={route.server} view={route.view} onClose={() => go(home)} />
    </Boundary>
  );
}

function usePaneLabel(route: Route): string {
  const { t } = useTranslation(["servers", "models"]);
  const list = useServers();
  const providers = useQuery({ ...providersOf(useBackend()), enabled: route.page === "models" });
  if (route.page === "models") {
    return t("models:pane.label", { name: providers.data?.find((it) => it.id === route.provider)?.name ?? "" });
  }
  const name = route.page === "servers" ? route.server : null;
  return t("servers:pane.label", { title: list.data?.servers.find((it) => it.name === name)?.title ?? name ?? "" });
}

/** How much waits for the person. */
function waitingOf(inbox: InboxView | undefined): number {
  return inbox === undefined ? 0 : inbox.waiting.length + inbox.approvals.length;
}
