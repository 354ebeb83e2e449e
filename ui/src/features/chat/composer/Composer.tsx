/** Where one writes: the message, what goes along with it, which model answers, and Send or Stop. */
import { ActionIcon, Button, Textarea, Tooltip } from "@mantine/core";
import { IconPaperclip, IconPlayerStopFilled, IconSend2 } from "@tabler/icons-react";
import { memo, useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from "react";
import { useTranslation } from "react-i18next";

import { useCommand } from "../../../backend/commands";
import type { ModelRef } from "../../../backend/wire";
import { showFailure } from "../../../components/toasts";
import { useFloor } from "../../../components/useFloor";
import { canSend, NEW, NOTHING, useDraft, type Draft } from "../drafts";
import { Chips } from "./Chips";
import classes from "./Composer.module.css";
import { MentionList } from "./MentionList";
import { ModelPicker } from "./ModelPicker";
import { PromptForm } from "./PromptForm";
import { ToolsSwitch } from "./ToolsSwitch";
import { useAttach } from "./useAttach";
import { useWriting } from "./useWriting";

interface Props {
  /** `NEW` for one that has not begun. */
  conversation: string;
  model: ModelRef | null;
  busy: boolean;
  /** Whether the message is on its way. */
  sending?: boolean;
  /** Takes the choice of a model in place of the conversation. */
  onModel?: (model: ModelRef) => void;
  onSend: (draft: Draft) => void;
  onStop: () => void;
}

function Writing({ conversation, model, busy, sending = false, onModel, onSend, onStop }: Props) {
  const { t } = useTranslation("chat");
  const [draft, change] = useDraft(conversation);
  const attach = useAttach(conversation);
  const choose = useCommand("choose_model");
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useFloor(box);
  const [over, setOver] = useState(false);
  const ready = canSend(draft) && !busy && !sending;
  const send = () => { if (ready) onSend(draft); };
  const writing = useWriting({ field, draft, change, attach, onSend: send });
  const chooseModel = onModel ?? ((it: ModelRef) => void choose.mutateAsync({ conversation, model: it }).catch(showFailure));

  // A conversation that has not begun begins with writing.
  useEffect(() => { if (conversation === NEW) field.current?.focus(); }, [conversation]);

  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    attach.files(event.clipboardData.files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    attach.files(event.dataTransfer.files);
  };
  return (
    <div
      ref={box}
      className={classes["composer"]}
      role="group"
      aria-label={t("composer")}
      data-over={over || undefined}
      onPaste={onPaste}
      onDragOver={(event) => { event.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {writing.mention && <MentionList id={writing.listId} mention={writing.mention} choices={writing.choices} reading={writing.reading} at={writing.at} onChoose={writing.choose} />}
      <div className={classes["box"]}>
        {draft.replaces !== null && (
          <div className={classes["editing"]}>
            <span className="small">{t("editing")}</span>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => change(() => NOTHING)}>{t("cancelEditing")}</Button>
          </div>
        )}
        <Chips attached={draft.attached} onRemove={attach.remove} />
        <Textarea
          ref={field}
          variant="unstyled"
          autosize
          minRows={1}
          maxRows={8}
          data-composer
          aria-label={t("message")}
          placeholder={t("placeholder")}
          value={draft.text}
          {...writing.props}
        />
        <div className={classes["bar"]}>
          <AttachButton onFiles={attach.files} />
          <ModelPicker model={model} onChoose={chooseModel} />
          <ToolsSwitch conversation={conversation} model={model} />
          <span className={classes["grow"]} />
          {busy ? (
            <Button size="compact-md" variant="default" leftSection={<IconPlayerStopFilled size={14} aria-hidden="true" />} onClick={onStop}>{t("stop")}</Button>
          ) : (
            <Tooltip label={t("sendHint")}>
              <Button size="compact-md" leftSection={<IconSend2 size={16} stroke={1.75} aria-hidden="true" />} aria-disabled={!ready || undefined} data-disabled={!ready || undefined} onClick={send}>{t("send")}</Button>
            </Tooltip>
          )}
        </div>
      </div>
      <PromptForm asked={writing.asked} onClose={writing.leavePrompt} onGiven={writing.givePrompt} />
    </div>
  );
}

/**
 * It is drawn anew only when what it shows is another: a reply that grows beside it is not. What it is given to call
 * depends on the conversation and the model alone.
 */
export const Composer = memo(Writing, (a, b) =>
  a.conversation === b.conversation && a.busy === b.busy && a.sending === b.sending && a.model?.provider === b.model?.provider && a.model?.model === b.model?.model,
);

function AttachButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const { t } = useTranslation("chat");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tooltip label={t("attach")}>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={t("attach")} onClick={() => input.current?.click()}><IconPaperclip size={16} stroke={1.75} /></ActionIcon>
      </Tooltip>
      <input
        ref={input} type="file" multiple hidden tabIndex={-1} aria-hidden="true" data-testid="attach"
        onChange={(event) => { onFiles([...(event.currentTarget.files ?? [])]); event.currentTarget.value = ""; }}
      />
    </>
  );
}
