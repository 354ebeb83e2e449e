/** Shows a part of the page over a backend in memory, with events folded in as in the window. */
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import type { ReactNode } from "react";

import { BackendProvider } from "../../src/backend/context";
import { hear } from "../../src/backend/events";
import type { UiEvent } from "../../src/backend/wire";
import { theme, variables } from "../../src/components/theme";
import type { FakeBackend } from "./backend";

export function show(backend: FakeBackend, page: ReactNode) {
  const client = new QueryClient();
  backend.listen((event) => hear(client, backend, event));
  const shown = render(
    <MantineProvider theme={theme} cssVariablesResolver={variables} env="test">
      <BackendProvider value={backend}>
        <QueryClientProvider client={client}>
          {page}
          <Notifications />
        </QueryClientProvider>
      </BackendProvider>
    </MantineProvider>,
  );
  /** Something happens in the app. */
  const happen = (event: UiEvent) => act(async () => backend.emit(event));
  return { ...shown, client, happen };
}
