/** Why there is no answer: the app's words, and the way to the server's log. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Failure } from "../../backend/wire";
import { serverHref } from "../../lib/route";
import { took } from "../../lib/time";
import { FailureNote } from "../FailureNote";
import { StateMark } from "../StateMark";
import classes from "./Parts.module.css";

interface Props {
  failure: Failure;
  took: number;
  server: string;
}

export function FailedAnswer({ failure, took: time, server }: Props) {
  const { t, i18n } = useTranslation("parts");
  const cancelled = failure.code === "cancelled";
  const sent = failure.code !== "bad_arguments" && failure.code !== "invalid";
  return (
    <>
      <div className={classes["resultHead"]} role="status">
        <StateMark tone={cancelled ? "off" : "failed"}>{t(cancelled ? "cancelled" : "failed")}</StateMark>
        <span className="dim">{t("took", { took: took(time, i18n.language) })}</span>
      </div>
      {!cancelled && (
        <FailureNote
          failure={failure}
          actions={sent && (
            <Button component="a" href={serverHref(server, "log")} size="compact-sm" variant="default">
              {t("openLog")}
            </Button>
          )}
        />
      )}
    </>
  );
}
