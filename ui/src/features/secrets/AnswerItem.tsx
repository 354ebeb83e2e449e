/** One answer that the person had remembered: for which field of which server, and a way to forget it. */
import { useTranslation } from "react-i18next";

import type { SecretRow } from "../../backend/wire";
import { Ago } from "../../components/Ago";
import { BusyButton } from "../../components/BusyButton";
import { StateMark } from "../../components/StateMark";
import { Stranger } from "../../components/Stranger";
import { serverHref } from "../../lib/route";
import { PLACES, placeOf } from "./SecretItem";
import classes from "./Secrets.module.css";

interface Props {
  answer: SecretRow;
  busy: boolean;
  onForget: () => void;
}

export function AnswerItem({ answer, busy, onForget }: Props) {
  const { t } = useTranslation("secrets");
  const of = answer.remembered;
  const field = of?.field ?? answer.key;
  const at = answer.lastUsedAt ?? answer.updatedAt;
  return (
    <li className={classes["row"]} data-secret={answer.key}>
      <div className={classes["name"]}><Stranger text={field} /></div>
      <div className={classes["place"]}><StateMark tone={PLACES[answer.place]}>{t(placeOf(answer))}</StateMark></div>
      <div className={`${classes["users"]} dim`}>
        {t("usedBy")}{" "}
        {of && of.title !== null && <a href={serverHref(of.server)}><Stranger text={of.title} /></a>}
        {of && of.title === null && t("removedServer", { server: of.server })}
      </div>
      <div className={`${classes["used"]} dim`}>
        {at !== null && <>{t(answer.lastUsedAt === null ? "rememberedAt" : "used")} <Ago at={at} /></>}
      </div>
      <div className={classes["controls"]}>
        <BusyButton
          size="compact-sm"
          variant="default"
          busy={busy}
          aria-label={t("forgetOf", { field, server: of?.title ?? of?.server ?? "" })}
          onClick={onForget}
        >
          {t("forget")}
        </BusyButton>
      </div>
    </li>
  );
}
