/** Keeps a fault in one part of the window from taking the rest with it. */
import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Note } from "./Note";

interface Props {
  children: ReactNode;
  /** Shown in place of the fault; without it, a note with a way to try again. */
  instead?: ReactNode;
}

export class Boundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return this.props.instead ?? <Broken onRetry={() => this.setState({ broken: false })} />;
  }
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div style={{ padding: 24 }}>
      <Note
        tone="failed"
        loud
        actions={<Button variant="default" onClick={onRetry}>{t("action.retry")}</Button>}
      >
        <p><strong>{t("failure.broken")}</strong></p>
        <p>{t("failure.brokenHint")}</p>
      </Note>
    </div>
  );
}
