/** A title while it is being changed: Enter keeps it, Esc leaves it as it was. */
import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

const LONGEST = 200;

export function RenameField({ title, onDone }: { title: string; onDone: (title: string | null) => void }) {
  const { t } = useTranslation("chat");
  const [typed, setTyped] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const over = useRef(false);
  // A menu that closes gives the focus back first.
  useEffect(() => {
    const timer = setTimeout(() => {
      field.current?.focus();
      field.current?.select();
    }, 30);
    return () => clearTimeout(timer);
  }, []);
  const done = (it: string | null) => {
    if (over.current) return;
    over.current = true;
    onDone(it);
  };
  return (
    <TextInput
      ref={field}
      size="xs"
      flex={1}
      maxLength={LONGEST}
      aria-label={t("titleField")}
      placeholder={t("titleHint")}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => { if (document.hasFocus()) done(typed); }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") done(typed);
        if (event.key === "Escape") done(null);
      }}
    />
  );
}
