/** Commands as hooks: what they give back is kept, what fails is told. */
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { failureOf, type Command, type Payload, type Reply } from "./backend";
import { useBackend } from "./context";
import { tellsOf, withHeard } from "./heard";
import { keepServer } from "./queries";
import type { Failure, ServerRow } from "./wire";

type RowCommand =
  | "add_server"
  | "add_demo"
  | "update_server"
  | "switch_server"
  | "restart_server"
  | "restore_server";

/** A command of any kind. */
export function useCommand<C extends Command>(command: C) {
  const backend = useBackend();
  return useMutation<Reply<C>, Error, Payload<C>>({
    mutationFn: (payload) => backend.call(command, payload),
  });
}

/** A command that gives back a server's row, which is kept at once unless an event was faster. */
export function useRowCommand<C extends RowCommand>(command: C) {
  const backend = useBackend();
  const client = useQueryClient();
  return useMutation<ServerRow, Error, Payload<C>>({
    mutationFn: async (payload) => {
      const { value: row, heard } = await withHeard(client, () => backend.call(command, payload));
      // The row is as old as the answer; what an event told meanwhile may be newer, and stays.
      if (!heard.some((it) => tellsOf(it, row.name))) keepServer(client, row);
      return row;
    },
  });
}

/** The failure of a mutation or query, unless the person just said no. */
export function failureShown(error: Error | null): Failure | null {
  if (!error) return null;
  const failure = failureOf(error);
  return failure.code === "declined" ? null : failure;
}
