/** Says of a rule that the server it was made for is not there any more, and what can be done with it. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Note } from "../../components/Note";
import { visible } from "../../lib/visible";

interface Props {
  server: string;
  /** Whether a server has that name now. */
  there: boolean;
  onBind: () => void;
}

export function DeadServer({ server, there, onBind }: Props) {
  const { t } = useTranslation("approvals");
  const bind = <Button size="compact-sm" variant="default" onClick={onBind}>{t("editor.bind")}</Button>;
  return (
    <Note tone="attention" actions={there && bind}>
      <p><strong>{t("mark.removed")}</strong></p>
      <p>{t(there ? "editor.deadThere" : "editor.deadGone", { server: visible(server) })}</p>
    </Note>
  );
}
