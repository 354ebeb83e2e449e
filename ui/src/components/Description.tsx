/** What a server says that something is: plain text; of a long one, the beginning first. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { StrangerBlock } from "./Stranger";

/** Longer descriptions start folded. */
const LONG = 600;

/** `none` is said where the server says nothing. */
export function Description({ text, none }: { text: string; none: string }) {
  const { t } = useTranslation("parts");
  const [open, setOpen] = useState(false);
  if (!text.trim()) return <p className="dim">{none}</p>;
  const long = text.length > LONG;
  return (
    <div>
      <StrangerBlock text={long && !open ? `${text.slice(0, LONG)}…` : text} />
      {long && (
        <Button size="compact-sm" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? "showLess" : "showAll")}
        </Button>
      )}
    </div>
  );
}
