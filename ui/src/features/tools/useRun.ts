/** Runs a tool and remembers its last call for the session. */
import { useQuery, useQueryClient } from "@tanstack/react-query";

import { failureOf } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { runsIn, runsKey } from "../../backend/queries";
import { keyOf, stepRuns, type Arguments, type Run, type Runs, type RunStep } from "../../backend/runs";
import { showFailure } from "../../components/toasts";
import { withoutSecrets } from "../../components/toolform/kept";

export function useRun(server: string, tool: string) {
  const backend = useBackend();
  const client = useQueryClient();
  const key = keyOf(server, tool);
  const runs = useQuery<Runs>({
    queryKey: runsKey,
    queryFn: () => runsIn(client),
    initialData: () => runsIn(client),
    enabled: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const run: Run | undefined = runs.data[key];
  const take = (step: RunStep) => client.setQueryData(runsKey, stepRuns(runsIn(client), step));

  /** Secrets among the arguments are sent, and not kept. */
  const start = async (args: Arguments, schema: unknown) => {
    const call = crypto.randomUUID();
    take({ step: "started", key, call, at: Date.now(), arguments: withoutSecrets(args, schema) });
    try {
      const outcome = await backend.call("call_tool", { call, server, tool, arguments: args });
      take({ step: "done", call, outcome });
    } catch (thrown) {
      take({ step: "failed", call, failure: failureOf(thrown), at: Date.now() });
    }
  };

  const cancel = async () => {
    if (run?.now.state !== "running") return;
    take({ step: "stopping", key });
    await backend.call("cancel_call", { call: run.call }).catch(showFailure);
  };

  return { run, start, cancel };
}
