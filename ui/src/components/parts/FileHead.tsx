/** The line above a kept file: what it is, how much there is of it, and its path to copy. */
import { useTranslation } from "react-i18next";

import type { FileView } from "../../backend/wire";
import { size } from "../../lib/size";
import { CopyButton } from "../CopyButton";
import { Stranger } from "../Stranger";
import classes from "./Parts.module.css";

export function FileHead({ file, title }: { file: FileView; title?: string }) {
  const { t, i18n } = useTranslation("parts");
  const measure = file.width === null || file.height === null ? [] : [`${file.width} × ${file.height}`];
  const facts = [...measure, file.mime, size(file.size, i18n.language)].join(" · ");
  return (
    <div className={classes["partHead"]} data-testid="file">
      {title !== undefined && <span>{title}</span>}
      <span title={file.path}><Stranger text={facts} /></span>
      <CopyButton text={file.path} label={t("copyPath")} />
    </div>
  );
}
