/** A sound with the system's own controls. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMedia } from "../../backend/media";
import type { FileView } from "../../backend/wire";
import { size } from "../../lib/size";
import { FileHead } from "./FileHead";
import { FileUnread } from "./FileUnread";
import classes from "./Parts.module.css";
import { MOST_UNASKED } from "./parts";

export function SoundPart({ file, from }: { file: FileView; from: string }) {
  const { t, i18n } = useTranslation("parts");
  const [wanted, setWanted] = useState(file.size <= MOST_UNASKED);
  const { bytes, unread } = useMedia(file.name, wanted, file.mime);
  return (
    <div className={classes["part"]} data-testid="sound-part">
      <FileHead file={file} />
      {unread && <FileUnread {...unread} />}
      {!wanted && (
        <Button size="compact-sm" variant="default" onClick={() => setWanted(true)} style={{ justifySelf: "start" }}>
          {t("soundShow", { size: size(file.size, i18n.language) })}
        </Button>
      )}
      {wanted && !unread && (
        // eslint-disable-next-line jsx-a11y/media-has-caption -- a tool's sound comes without captions
        <audio controls src={bytes ? `data:${file.mime};base64,${bytes.data}` : undefined} aria-label={t("sound", { from })} />
      )}
    </div>
  );
}
