/** What went along with a message: a file or a resource that unfolds, a picture that opens. */
import { Modal, UnstyledButton } from "@mantine/core";
import { IconFileText, IconMessageBolt, IconPhoto, IconPlug } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { useMedia } from "../../backend/media";
import type { MessagePart } from "../../backend/wire";
import { useBlob } from "../../components/parts/useBlob";
import { Stranger, StrangerBlock } from "../../components/Stranger";
import { visible } from "../../lib/visible";
import classes from "./Chat.module.css";

type Along = Exclude<MessagePart, { kind: "text" }>;

const icons = { file: IconFileText, picture: IconPhoto, resource: IconPlug, prompt: IconMessageBolt };

export function nameOf(part: Along): string {
  return part.kind === "resource" ? part.uri : part.name;
}

export function PartIcon({ kind }: { kind: Along["kind"] }) {
  const Icon = icons[kind];
  return <Icon size={16} stroke={1.75} aria-hidden="true" />;
}

export function AttachedPart({ part }: { part: Along }) {
  if (part.kind === "picture") return <Thumb part={part} />;
  return (
    <details className={classes["chipBox"]}>
      <summary className={classes["chip"]}><PartIcon kind={part.kind} /><Stranger className="cut" text={nameOf(part)} title /></summary>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls by keyboard */}
      <div className={`box mono ${classes["chipText"]}`} tabIndex={0} role="group" aria-label={visible(nameOf(part))}><StrangerBlock text={part.text} /></div>
    </details>
  );
}

/** A drawing can take more to draw than there is: it is named, not shown. */
function Thumb({ part }: { part: Along & { kind: "picture" } }) {
  const { t } = useTranslation(["chat", "common"]);
  const [open, setOpen] = useState(false);
  const drawn = part.mime !== "image/svg+xml";
  const { bytes } = useMedia(part.hash, drawn);
  const source = useBlob(bytes?.data ?? null, part.mime);
  const alt = t("attachedPicture", { name: visible(part.name) });
  if (!source) return <span className={classes["chip"]}><PartIcon kind="picture" /><Stranger className="cut" text={part.name} title /></span>;
  return (
    <>
      <UnstyledButton aria-label={t("openPicture", { name: visible(part.name) })} onClick={() => setOpen(true)}>
        <img className={classes["thumb"]} src={source} alt={alt} />
      </UnstyledButton>
      <Modal opened={open} onClose={() => setOpen(false)} size="auto" title={<Stranger text={part.name} />} closeButtonProps={{ "aria-label": t("common:action.close") }}>
        <img className={classes["large"]} src={source} alt={alt} />
      </Modal>
    </>
  );
}
