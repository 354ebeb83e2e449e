/** One resource: what it is, and what it holds, read as soon as it is opened. */
import { useTranslation } from "react-i18next";

import type { ResourceView, ServerRow } from "../../backend/wire";
import { CopyButton } from "../../components/CopyButton";
import { Stranger } from "../../components/Stranger";
import { size } from "../../lib/size";
import { OfferHead } from "./OfferHead";
import { Reading } from "./Reading";
import classes from "./Offers.module.css";

export function ResourcePage({ server, resource }: { server: ServerRow; resource: ResourceView }) {
  const { t, i18n } = useTranslation("offers");
  const { uri, title, name, mime } = resource;
  return (
    <div data-testid="resource">
      <OfferHead server={server} title={title ?? (name || uri)} name={name || uri} description={resource.description} marks={resource.marks}>
        <div className={classes["facts"]}>
          <span className={`mono ${classes["address"]}`}><Stranger text={uri} /></span>
          <CopyButton text={uri} label={t("copyAddress")} />
          <span className="dim small">
            {mime === null ? t("noKind") : <Stranger text={mime} />}
            {resource.size !== null && ` · ${size(resource.size, i18n.language)}`}
          </span>
        </div>
      </OfferHead>
      <Reading key={uri} server={server} uri={uri} title={title ?? (name || uri)} />
    </div>
  );
}
