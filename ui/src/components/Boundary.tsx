/** Keeps a fault in one part of the window from taking the rest with it. */
import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Note } from "./Note";

interface Props {
  children: ReactNode;
  /** What cannot be shown where something breaks. */
  of?: "part" | "window";
  /** Shown in place of the fault; without it, a note with a way to try again. */
  instead?: ReactNode;
  /** Told of a fault, where nothing stands in its place. */
  onBroken?: () => void;
}

export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch() {
    this.props.onBroken?.();
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    const { instead, of = "part" } = this.props;
    if (instead !== undefined) return instead;
    return <Broken of={of} onRetry={() => this.setState({ broken: false })} />;
  }
}

function Broken({ of, onRetry }: { of: "part" | "window"; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div style={{ padding: 24 }}>
      <Note
        tone="failed"
        loud
        actions={<Button variant="default" onClick={onRetry}>{t("action.retry")}</Button>}
      >
        <p><strong>{t(`failure.broken.${of}`)}</strong></p>
        <p>{t(`failure.brokenHint.${of}`)}</p>
      </Note>
    </div>
  );
}
