/** An address that a server gave, as text: it is never fetched, and opened only after a native question. */
import { useTranslation } from "react-i18next";

import { useOpenLink } from "../backend/links";
import { visible } from "../lib/visible";
import { isWeb } from "../lib/web";
import { BusyButton } from "./BusyButton";
import { CopyButton } from "./CopyButton";
import classes from "./GivenLink.module.css";
import { Stranger } from "./Stranger";
import { showFailure } from "./toasts";

/** As much of an address as a reader of the screen hears before it is opened. */
const HEARD = 120;

interface Props {
  /** The name of the server that gave it. */
  server: string;
  address: string;
}

export function GivenLink({ server, address }: Props) {
  const { t } = useTranslation();
  const { opening, open } = useOpenLink(server);
  return (
    <span className={classes["link"]} data-testid="given-link">
      <Stranger text={address} className={`mono ${classes["address"]}`} />
      <span className={classes["actions"]}>
        {/* What is no page on the web has nobody here to open it. */}
        {isWeb(address) && (
          <BusyButton
            size="compact-xs"
            variant="default"
            busy={opening}
            aria-label={t("link.openOf", { address: visible(address.slice(0, HEARD)) })}
            onClick={() => void open(address).catch(showFailure)}
          >
            {t("link.open")}
          </BusyButton>
        )}
        <CopyButton text={address} label={t("link.copy")} />
      </span>
    </span>
  );
}
