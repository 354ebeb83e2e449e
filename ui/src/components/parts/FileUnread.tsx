/** Why a kept file is not shown: it made room for others, or it could not be read just now. */
import { useTranslation } from "react-i18next";

import type { Unread as Why } from "../../backend/unread";
import { Note } from "../Note";
import { Unread } from "../Unread";

export function FileUnread(why: Why) {
  const { t } = useTranslation("parts");
  // The app knows nothing under this name, and never will again.
  if (why.failure.code === "invalid") return <Note tone="attention">{t("fileGone")}</Note>;
  return <Unread what={t("fileUnread")} {...why} />;
}
