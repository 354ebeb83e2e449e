/** Variables or headers as rows; a secret is only ever asked for outside of the page. */
import { ActionIcon, Button, Loader, TextInput } from "@mantine/core";
import { IconLock, IconPlus, IconX } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { BusyButton } from "../../components/BusyButton";
import { useFocusHeir } from "../../components/useFocusHeir";
import { keyIn } from "../../lib/secret";
import { isTwice, showsAs, type Entry } from "./form";
import classes from "./Draft.module.css";

interface Props {
  kind: "env" | "headers";
  entries: Entry[];
  onChange: (entries: Entry[]) => void;
  /** Asks natively; gives the reference, or null when the person cancelled. */
  askSecret: (field: string, key: string | null) => Promise<string | null>;
}

export function EntriesEditor({ kind, entries, onChange, askSecret }: Props) {
  const { t } = useTranslation("draft");
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  useFocusHeir(box, () => box.current?.querySelector<HTMLElement>("[data-add]"));
  const set = (at: number, entry: Entry) => onChange(entries.map((it, other) => (other === at ? entry : it)));
  return (
    <fieldset ref={box} className={classes["entries"]} aria-describedby={id}>
      <legend>{t(kind)}</legend>
      {entries.map((entry, at) => (
        // Rows have no identity of their own: they are what stands at this place.
        <EntryRow
          key={at}
          entry={entry}
          twice={isTwice(entries, at)}
          onChange={(it) => set(at, it)}
          onRemove={() => onChange(entries.filter((_, other) => other !== at))}
          askSecret={askSecret}
        />
      ))}
      <div className={classes["addEntry"]}>
        <Button
          data-add
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...entries, { name: "", value: "" }])}
        >
          {t(kind === "env" ? "addEnv" : "addHeader")}
        </Button>
        <span id={id} className="dim small">{t("secretHint")}</span>
      </div>
    </fieldset>
  );
}

interface RowProps {
  entry: Entry;
  twice: boolean;
  onChange: (entry: Entry) => void;
  onRemove: () => void;
  askSecret: Props["askSecret"];
}

function EntryRow({ entry, twice, onChange, onRemove, askSecret }: RowProps) {
  const { t } = useTranslation("draft");
  const { name } = entry;
  const row = useRef<HTMLDivElement>(null);
  // A value that becomes a secret, or the other way round, is another element at the same place.
  useFocusHeir(row, () => row.current?.querySelector<HTMLElement>("[data-value] :is(button, input)"));
  return (
    <div ref={row} className={classes["entry"]}>
      <TextInput
        aria-label={t("entryName")}
        placeholder={t("entryName")}
        value={name}
        error={twice ? t("twice") : undefined}
        spellCheck={false}
        classNames={{ input: "mono" }}
        onChange={(event) => onChange({ ...entry, name: event.currentTarget.value })}
      />
      <EntryValue entry={entry} onChange={onChange} askSecret={askSecret} />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("removeEntry", { name })} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}

function EntryValue({ entry, onChange, askSecret }: Omit<RowProps, "twice" | "onRemove">) {
  const { t } = useTranslation("draft");
  const [plain, setPlain] = useState(false);
  const [asking, setAsking] = useState(false);
  const { name, value } = entry;
  const shows = showsAs(entry);
  const ask = async () => {
    setAsking(true);
    const reference = await askSecret(name, keyIn(value)).finally(() => setAsking(false));
    if (reference !== null) onChange({ ...entry, value: reference });
  };
  if (shows === "kept") {
    return (
      <div className={classes["kept"]} data-value>
        <span className={classes["lock"]}><IconLock size={14} aria-hidden="true" /> {t("inKeychain")}</span>
        <BusyButton size="compact-sm" variant="default" busy={asking} aria-label={t("replaceSecretOf", { name })} onClick={() => void ask()}>
          {t("replaceSecret")}
        </BusyButton>
      </div>
    );
  }
  if (shows === "secret" && !plain) {
    return (
      <div className={classes["kept"]} data-value>
        <BusyButton size="compact-sm" busy={asking} aria-label={t("setSecretOf", { name })} onClick={() => void ask()}>
          {t("setSecret")}
        </BusyButton>
        <Button size="compact-sm" variant="subtle" aria-label={t("asPlainOf", { name })} onClick={() => setPlain(true)}>
          {t("asPlain")}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes["plainValue"]} data-value>
      <TextInput
        aria-label={t("entryValue")}
        placeholder={t("entryValue")}
        value={value}
        spellCheck={false}
        classNames={{ input: "mono" }}
        onChange={(event) => onChange({ ...entry, value: event.currentTarget.value })}
      />
      {name !== "" && (
        <ActionIcon
          variant="default"
          size="lg"
          aria-busy={asking || undefined}
          aria-disabled={asking || undefined}
          aria-label={t("setSecretOf", { name })}
          title={t("setSecret")}
          onClick={() => { if (!asking) void ask(); }}
        >
          {asking ? <Loader size={16} /> : <IconLock size={16} stroke={1.75} />}
        </ActionIcon>
      )}
    </div>
  );
}
