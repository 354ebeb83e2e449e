/** The one thing that would help, as a button that does it. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useCommand, useRowCommand } from "../../backend/commands";
import type { Fix, ServerRow } from "../../backend/wire";
import { showFailure } from "../../components/toasts";
import { go } from "../../lib/route";
import { unreachable } from "../../lib/unreachable";

export function FixButton({ server, fix }: { server: ServerRow; fix: Fix }) {
  const { t } = useTranslation("servers");
  const restart = useRowCommand("restart_server");
  const start = useRowCommand("switch_server");
  const ask = useCommand("ask_secret");
  const { name, title } = server;

  const startAgain = () =>
    server.on ? restart.mutateAsync({ server: name }) : start.mutateAsync({ server: name, on: true });

  const mend = async (): Promise<unknown> => {
    switch (fix.kind) {
      case "restart":
        return startAgain();
      case "approve":
        return start.mutateAsync({ server: name, on: true });
      case "edit":
      case "moreTime":
        return go({ page: "servers", server: name, view: "edit" });
      case "setSecret": {
        const field = fieldOf(server, fix.key) ?? fix.key;
        const kept = await ask.mutateAsync({ title, field, key: fix.key });
        return kept.reference === null ? null : startAgain();
      }
      default:
        return unreachable(fix);
    }
  };

  const busy = restart.isPending || start.isPending || ask.isPending;
  return (
    <Button loading={busy} onClick={() => void mend().catch(showFailure)}>
      {fix.kind === "setSecret" ? t("fix.setSecret", { field: fieldOf(server, fix.key) ?? fix.key }) : t(`fix.${fix.kind}`)}
    </Button>
  );
}

/** The variable or header that refers to this secret. */
function fieldOf(server: ServerRow, key: string): string | null {
  const { transport } = server;
  const entries = Object.entries(transport.type === "stdio" ? transport.env : transport.headers);
  return entries.find(([, value]) => value.includes(`\${secret:${key}}`))?.[0] ?? null;
}
