/** The keyboard map. */
import { Kbd, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";

import classes from "./KeyMap.module.css";

export default function KeyMap({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const mod = navigator.userAgent.includes("Mac") ? t("keys.names.command") : t("keys.names.mod");
  const rows: [string[], string][] = [
    [[mod, "K"], t("keys.palette")],
    [[mod, "N"], t("keys.chat")],
    [[mod, "L"], t("keys.log")],
    [[mod, "1"], t("keys.servers")],
    [[mod, "2"], t("keys.tools")],
    [[mod, "3"], t("keys.inbox")],
    [[mod, "4"], t("keys.secrets")],
    [[mod, "5"], t("keys.models")],
    [[mod, "6"], t("keys.approvals")],
    [[mod, t("keys.names.enter")], t("keys.run")],
    [["A"], t("keys.add")],
    [["/"], t("keys.search")],
    [["↑", "↓"], t("keys.arrows")],
    [[t("keys.names.escape")], t("keys.back")],
    [["?"], t("keys.help")],
  ];
  return (
    <Modal opened onClose={onClose} title={t("keys.title")} closeButtonProps={{ "aria-label": t("action.close") }}>
      <dl className={classes["keys"]}>
        {rows.map(([keys, meaning]) => (
          <div key={meaning} className={classes["key"]}>
            <dt>{keys.map((it) => <Kbd key={it}>{it}</Kbd>)}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
