/** A field for one text, with what the server suggests for it while one types. */
import { Autocomplete, Loader } from "@mantine/core";
import { useState, type Ref } from "react";
import { useTranslation } from "react-i18next";

import { useSuggestions, type Wanted } from "../backend/suggestions";
import { Stranger } from "./Stranger";
import { visible } from "../lib/visible";
import { offered, stillFitting } from "./suggested";

interface Props {
  ref?: Ref<HTMLInputElement>;
  label: string;
  description: string;
  required: boolean;
  fault: string | null;
  wanted: Wanted;
  /** Whether the server suggests values at all. */
  suggests: boolean;
  /** Whether a dialog begins here. */
  first?: boolean;
  onChange: (value: string) => void;
}

export function SuggestField({ ref, label, description, required, fault, wanted, suggests, first = false, onChange }: Props) {
  const { t, i18n } = useTranslation("parts");
  const [here, setHere] = useState(false);
  const { found, old, looking } = useSuggestions(wanted, suggests && here);
  const { values, group } = offered(old ? stillFitting(found, wanted.value) : found, wanted.value, (shown, total) => {
    const number = (it: number) => new Intl.NumberFormat(i18n.language).format(it);
    return total === null ? t("suggest.more", { shown: number(shown) }) : t("suggest.of", { shown: number(shown), total: number(total) });
  });
  return (
    <Autocomplete
      ref={ref}
      data-autofocus={first || undefined}
      label={visible(label)}
      description={description.trim() ? <span className="pre">{visible(description.trim())}</span> : undefined}
      withAsterisk={required}
      aria-required={required || undefined}
      error={fault}
      value={wanted.value}
      onChange={onChange}
      onFocus={() => setHere(true)}
      onBlur={() => setHere(false)}
      // The server has chosen already: what it suggests need not begin with what is typed.
      filter={({ options }) => options}
      data={group === null ? values : [{ group, items: values }]}
      renderOption={({ option }) => <Stranger text={option.value} />}
      maxDropdownHeight={240}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      rightSection={looking ? <Loader size={14} aria-label={t("suggest.looking")} /> : null}
      spellCheck={false}
      autoComplete="off"
    />
  );
}
