/** Short messages in the corner: what was done, with a way back; what failed, until it is closed. */
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";

import { failureOf } from "../backend/backend";
import { sentence } from "../lib/sentence";
import { visible } from "../lib/visible";
import { words } from "../lib/words";

const closeButtonProps = () => ({ "aria-label": words.t("action.close") });

/** Tells a failure; a person who said no knows it already. */
export function showFailure(thrown: unknown): void {
  const failure = failureOf(thrown);
  if (failure.code === "declined") return;
  notifications.show({
    color: "red",
    autoClose: false,
    role: "alert",
    title: visible(sentence(failure.message)),
    message: failure.hint && visible(sentence(failure.hint)),
    closeButtonProps: closeButtonProps(),
  });
}

/** Tells that a part of the window is missing for a fault of ours. */
export function showBroken(): void {
  notifications.show({
    color: "red",
    autoClose: false,
    role: "alert",
    title: words.t("failure.broken.part"),
    message: words.t("failure.brokenHint.part"),
    closeButtonProps: closeButtonProps(),
  });
}

/** Tells what was done. */
export function showDone(title: string): void {
  notifications.show({ color: "accent", role: "status", title, message: null, autoClose: 4000, closeButtonProps: closeButtonProps() });
}

/** How long what was done can be undone, in milliseconds. */
export const UNDO_FOR = 10_000;

/** Tells what was done, and offers to undo it for ten seconds. */
export function showUndo(title: string, hint: string, undo: () => void): void {
  const id = `undo-${title}-${Date.now()}`;
  const onClick = () => {
    notifications.hide(id);
    undo();
  };
  notifications.show({
    id,
    color: "accent",
    role: "status",
    title,
    autoClose: UNDO_FOR,
    closeButtonProps: closeButtonProps(),
    message: (
      <div style={{ display: "flex", alignItems: "center", gap: 12 }}>
        <span style={{ flex: 1 }}>{hint}</span>
        <Button size="compact-sm" variant="default" onClick={onClick}>{words.t("action.undo")}</Button>
      </div>
    ),
  });
}
