/** A picture, small in the result and large on demand. */
import { Modal, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Note } from "../Note";
import { bytesOf, size } from "../../lib/size";
import { PartHead } from "./PartHead";
import classes from "./Parts.module.css";

export function PicturePart({ mime, data, from }: { mime: string; data: string; from: string }) {
  const { t, i18n } = useTranslation(["parts", "common"]);
  const [open, setOpen] = useState(false);
  const [now, setNow] = useState<"loading" | "broken" | { width: number; height: number }>("loading");
  const source = `data:${mime};base64,${data}`;
  if (now === "broken") return <Note tone="attention">{t("pictureBroken")}</Note>;
  const measure = typeof now === "object" ? `${now.width} × ${now.height} · ` : "";
  return (
    <div className={classes["part"]}>
      <PartHead title={`${measure}${mime} · ${size(bytesOf(data), i18n.language)}`} />
      <UnstyledButton aria-label={t("pictureOpen")} onClick={() => setOpen(true)} style={{ justifySelf: "start" }}>
        <img
          className={classes["picture"]}
          src={source}
          alt={t("picture", { from })}
          onLoad={({ currentTarget: it }) => setNow({ width: it.naturalWidth, height: it.naturalHeight })}
          onError={() => setNow("broken")}
        />
      </UnstyledButton>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        size="auto"
        title={t("picture", { from })}
        closeButtonProps={{ "aria-label": t("common:action.close") }}
      >
        <img className={classes["large"]} src={source} alt={t("picture", { from })} />
      </Modal>
    </div>
  );
}
