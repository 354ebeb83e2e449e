/** Where events meet what was read: each is folded in, or the page reads again. */
import type { Query, QueryClient } from "@tanstack/react-query";

import { unreachable } from "../lib/unreachable";
import type { Backend } from "./backend";
import { hearOfConversation, hearOfProgress } from "./chat";
import { foldServers, foldTools, refersAnew, runsAnew, withTools } from "./fold";
import { overhear, withHeard } from "./heard";
import { withNewer, type LogWindow } from "./lines";
import { changedKey, LINES_A_PAGE, runsIn, runsKey } from "./queries";
import { foldRuns } from "./runs";
import { hearOfTrial } from "./trial";
import type { ServerList, ServerTools, UiEvent } from "./wire";

/** Folds one event into the cache. */
export function hear(client: QueryClient, backend: Backend, event: UiEvent): void {
  overhear(client, event);
  switch (event.event) {
    case "serverChanged":
    case "serverRemoved":
      if (refersAnew(client.getQueryData<ServerList>(["servers"]), event)) void client.invalidateQueries({ queryKey: ["secrets"] });
      if (event.event === "serverChanged" && runsAnew(client.getQueryData<ServerList>(["servers"]), event)) offersAnew(client, event.server.name);
      client.setQueryData<ServerList>(["servers"], (list) => list && foldServers(list, event));
      client.setQueryData<ServerTools[]>(["tools"], (all) => all && foldTools(all, event));
      return;
    case "toolsChanged":
      void readTools(client, backend, event.server);
      return;
    case "promptsChanged":
      void client.invalidateQueries({ queryKey: ["prompts", event.server] });
      return;
    case "resourcesChanged":
      void client.invalidateQueries({ queryKey: ["resources", event.server] });
      return;
    case "resourceUpdated":
      client.setQueryData(changedKey(event.server, event.uri), Date.now());
      void client.invalidateQueries({ queryKey: ["resource", event.server, event.uri] });
      return;
    case "wishesChanged":
      void client.invalidateQueries({ queryKey: ["wishes", event.server] });
      return;
    case "callProgressed":
      client.setQueryData(runsKey, foldRuns(runsIn(client), event));
      hearOfProgress(client, event);
      return;
    case "logGrew":
      void readNewer(client, backend, event.server);
      return;
    case "inboxChanged":
      void client.invalidateQueries({ queryKey: ["inbox"] });
      return;
    case "secretsChanged":
      void client.invalidateQueries({ queryKey: ["secrets"] });
      return;
    case "answerNotKept":
      // Nothing that was read is otherwise; the window tells it.
      return;
    case "conversationChanged":
    case "conversationRemoved":
    case "messageChanged":
    case "replyGrew":
    case "cardChanged":
    case "turnChanged":
      hearOfConversation(client, event);
      return;
    case "providersChanged":
      void client.invalidateQueries({ queryKey: ["providers"] });
      void client.invalidateQueries({ queryKey: ["models"] });
      return;
    case "trialChanged":
      hearOfTrial(client, event.trial);
      return;
    case "rulesChanged":
      void client.invalidateQueries({ queryKey: ["rules"] });
      return;
    case "lagged":
      void readAgain(client);
      return;
    default:
      unreachable(event);
  }
}

/** What a server lists beside its tools, and what it can do, is known anew with each run. */
function offersAnew(client: QueryClient, server: string): void {
  for (const key of ["prompts", "resources", "wishes"]) void client.invalidateQueries({ queryKey: [key, server] });
}

/** Reads everything anew, also what is being read: it may have been read before events were lost. */
async function readAgain(client: QueryClient): Promise<void> {
  // The calls of this session are known here alone, and cannot be read again.
  const filter = { predicate: (query: Query) => query.queryKey[0] !== runsKey[0] };
  await client.cancelQueries(filter);
  await client.invalidateQueries(filter);
}

/** The servers whose tools are being read; one that changes meanwhile is read once more. */
const listing = new WeakMap<QueryClient, Set<string>>();

/** Reads one server's tools anew, if anybody has looked at tools yet. */
async function readTools(client: QueryClient, backend: Backend, server: string): Promise<void> {
  if (!client.getQueryData(["tools"])) return;
  const mine = listing.get(client) ?? new Set<string>();
  listing.set(client, mine);
  // Whoever reads them already has heard of this, too.
  if (mine.has(server)) return;
  mine.add(server);
  try {
    for (;;) {
      const { value, heard } = await withHeard(client, () => backend.call("list_tools", { server }));
      if (heard.some((it) => it.event === "toolsChanged" && it.server === server)) continue;
      const some = heard.reduce(foldTools, value);
      client.setQueryData<ServerTools[]>(["tools"], (all) => all && withTools(all, some));
      return;
    }
  } catch {
    // It may have been removed meanwhile; the whole list tells.
    await client.invalidateQueries({ queryKey: ["tools"] });
  } finally {
    mine.delete(server);
  }
}

/** The logs that are being read on; a log that grows meanwhile is read once more. */
const reading = new WeakMap<QueryClient, Map<string, { again: boolean }>>();

/** Reads what a log has gained, page by page, if somebody looks at it. */
async function readNewer(client: QueryClient, backend: Backend, server: string): Promise<void> {
  const key = ["log", server];
  const query = client.getQueryCache().find({ queryKey: key });
  if (!query?.getObserversCount()) {
    await client.invalidateQueries({ queryKey: key, refetchType: "none" });
    return;
  }
  const mine = reading.get(client) ?? new Map<string, { again: boolean }>();
  reading.set(client, mine);
  const busy = mine.get(server);
  if (busy) {
    busy.again = true;
    return;
  }
  const turn = { again: true };
  mine.set(server, turn);
  try {
    while (turn.again) {
      turn.again = false;
      const window = client.getQueryData<LogWindow>(key);
      if (!window) return;
      const range = { from: "after", position: window.end } as const;
      const page = await backend.call("read_log", { server, range, limit: LINES_A_PAGE });
      client.setQueryData<LogWindow>(key, (now) => now && withNewer(now, page));
      if (page.lines.length >= LINES_A_PAGE) turn.again = true;
    }
  } catch {
    await client.invalidateQueries({ queryKey: key });
  } finally {
    mine.delete(server);
  }
}
