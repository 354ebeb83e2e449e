/** The names of a server's variables or headers; of a secret, only that it is in the keychain. */
import { useTranslation } from "react-i18next";

import type { TransportView } from "../../backend/wire";
import { Stranger } from "../../components/Stranger";
import { keyIn } from "../../lib/secret";
import { Fact } from "./Fact";
import classes from "./ServerPane.module.css";

export function Entries({ transport }: { transport: TransportView }) {
  const { t } = useTranslation("servers");
  const stdio = transport.type === "stdio";
  const entries = Object.entries(stdio ? transport.env : transport.headers);
  const cwd = stdio ? transport.cwd : null;
  if (entries.length === 0 && !cwd) return null;
  return (
    <dl className={classes["facts"]}>
      <Fact name={t("pane.folder")}>{cwd && <span className="mono"><Stranger text={cwd} /></span>}</Fact>
      <Fact name={t(stdio ? "pane.env" : "pane.headers")}>
        {entries.length > 0 && (
          <ul className={classes["list"]}>
            {entries.map(([name, value]) => (
              <li key={name}>
                <span className="mono"><Stranger text={name} /></span>{" "}
                <span className="dim">
                  {keyIn(value) === null ? <Stranger text={value} className="mono" /> : t("pane.inKeychain")}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </dl>
  );
}
