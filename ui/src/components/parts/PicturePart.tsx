/** A picture, small in the result and large on demand; a large file is fetched only when it is wanted. */
import { Button, Modal, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMedia } from "../../backend/media";
import type { FileView } from "../../backend/wire";
import { size } from "../../lib/size";
import { Note } from "../Note";
import { FileHead } from "./FileHead";
import { FileUnread } from "./FileUnread";
import classes from "./Parts.module.css";
import { MOST_UNASKED } from "./parts";
import { useBlob } from "./useBlob";

export function PicturePart({ file, from }: { file: FileView; from: string }) {
  const { t, i18n } = useTranslation(["parts", "common"]);
  const [open, setOpen] = useState(false);
  const [broken, setBroken] = useState(false);
  const [wanted, setWanted] = useState(file.size <= MOST_UNASKED);
  const { bytes, unread } = useMedia(file.name, wanted, file.mime);
  const source = useBlob(bytes?.data ?? null, file.mime);
  const alt = t("picture", { from });
  return (
    <div className={classes["part"]} data-testid="picture-part">
      <FileHead file={file} />
      {unread && <FileUnread {...unread} />}
      {broken && <Note tone="attention">{t("pictureBroken")}</Note>}
      {!wanted && (
        <Button size="compact-sm" variant="default" onClick={() => setWanted(true)} style={{ justifySelf: "start" }}>
          {t("pictureShow", { size: size(file.size, i18n.language) })}
        </Button>
      )}
      {source && !broken && (
        <UnstyledButton aria-label={t("pictureOpen")} onClick={() => setOpen(true)} style={{ justifySelf: "start" }}>
          <img className={classes["picture"]} src={source} alt={alt} onError={() => setBroken(true)} style={roomOf(file)} />
        </UnstyledButton>
      )}
      <Modal opened={open && source !== null} onClose={() => setOpen(false)} size="auto" title={alt} closeButtonProps={{ "aria-label": t("common:action.close") }}>
        {source && <img className={classes["large"]} src={source} alt={alt} />}
      </Modal>
    </div>
  );
}

/** As high as a picture is shown in a result, in pixels. */
const HIGHEST = 320;

/** The room that a picture takes, also before it is there. */
function roomOf({ width, height }: FileView) {
  if (width === null || height === null) return {};
  return { width: Math.min(width, (HIGHEST * width) / height), aspectRatio: `${width} / ${height}` };
}
