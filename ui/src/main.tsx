/** Starts the page: the words, the look, the backend, and the events that come from it. */
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./look/tokens.css";
import "./components/global.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { App } from "./app/App";
import { BackendProvider } from "./backend/context";
import { hear } from "./backend/events";
import { serversOf } from "./backend/queries";
import { connectTauri } from "./backend/tauri";
import { theme, variables } from "./components/theme";
import "./lib/words";

const tauri = connectTauri();
const client = new QueryClient({
  // The backend is on this machine: there is no network to wait for.
  defaultOptions: { queries: { networkMode: "always" }, mutations: { networkMode: "always" } },
});

tauri.listen((event) => hear(client, tauri, event));
// Asked for before the first paint, so that the answer is there with it.
void client.prefetchQuery(serversOf(tauri));

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={variables} defaultColorScheme="auto">
      <BackendProvider value={tauri}>
        <QueryClientProvider client={client}>
          <App />
          <Notifications position="bottom-right" transitionDuration={120} />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>
  </StrictMode>,
);
