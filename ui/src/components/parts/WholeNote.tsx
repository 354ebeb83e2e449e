/** Says where all of a long result is. */
import { useTranslation } from "react-i18next";

import type { FileView } from "../../backend/wire";
import { size } from "../../lib/size";
import { CopyButton } from "../CopyButton";
import { Note } from "../Note";
import { Stranger } from "../Stranger";
import classes from "./Parts.module.css";

export function WholeNote({ file, leftOut }: { file: FileView; leftOut: number }) {
  const { t, i18n } = useTranslation("parts");
  return (
    <Note tone="info">
      <div data-testid="whole">
        {t("whole", { size: size(file.size, i18n.language) })}
        {leftOut > 0 && ` ${t("leftOut", { count: leftOut })}`}
        <div className={classes["partHead"]}>
          <span className={`mono ${classes["path"]}`}><Stranger text={file.path} /></span>
          <CopyButton text={file.path} label={t("copyPath")} />
        </div>
      </div>
    </Note>
  );
}
