/** Which model answers: favourites first, then by provider, with a search. */
import { Button, Combobox, useCombobox } from "@mantine/core";
import { IconChevronDown, IconStarFilled } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { ModelRef } from "../../../backend/wire";
import { Stranger } from "../../../components/Stranger";
import { href } from "../../../lib/route";
import { visible } from "../../../lib/visible";
import classes from "./Composer.module.css";
import { groupsOf, keyOfModel, type ModelGroup } from "./models";
import { useAllModels } from "./useAllModels";

interface Props {
  model: ModelRef | null;
  onChoose: (model: ModelRef) => void;
}

export function ModelPicker({ model, onChoose }: Props) {
  const { t } = useTranslation("chat");
  const [search, setSearch] = useState("");
  const box = useCombobox({
    onDropdownClose: () => { box.resetSelectedOption(); box.focusTarget(); setSearch(""); },
    onDropdownOpen: () => box.focusSearchInput(),
  });
  const { all, reading, failed } = useAllModels(box.dropdownOpened);
  const groups = groupsOf(all, search);
  const choose = (key: string) => {
    const found = all.find((it) => keyOfModel(it.ref) === key);
    if (found) onChoose(found.ref);
    box.closeDropdown();
  };
  const label = model ? visible(model.model) : t("chooseModel");
  return (
    <Combobox store={box} onOptionSubmit={choose} position="top-start" width={340} withinPortal={false}>
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Button
          variant="subtle" color="gray" size="compact-sm" fw={400} className={classes["picker"]} rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-haspopup="dialog" aria-expanded={box.dropdownOpened} aria-label={t("modelIs", { model: label })} onClick={() => box.toggleDropdown()}
        >
          {label}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown role="dialog" aria-label={t("models")}>
        <Combobox.Search role="combobox" aria-expanded value={search} onChange={(event) => { setSearch(event.currentTarget.value); box.selectFirstOption(); }} placeholder={t("searchModels")} aria-label={t("searchModels")} />
        <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label={t("models")}>
          {groups.map((it) => <Group key={it.name ?? ""} group={it} model={model} />)}
          {groups.length === 0 && <Combobox.Empty>{t(reading ? "readingModels" : "noModels")}</Combobox.Empty>}
        </Combobox.Options>
        <div className={classes["pickerFoot"]}>
          {failed.map((it) => <p key={it} className="small dim"><Stranger text={t("modelsUnread", { provider: it })} /></p>)}
          <a href={href({ page: "models", provider: null })} className="small">{t("openModels")}</a>
        </div>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Group({ group, model }: { group: ModelGroup; model: ModelRef | null }) {
  const { t } = useTranslation("chat");
  return (
    <Combobox.Group label={group.name === null ? t("favourites") : visible(group.name)}>
      {group.models.map((it) => {
        const key = keyOfModel(it.ref);
        return (
          <Combobox.Option key={key} value={key} active={model !== null && keyOfModel(model) === key} className={classes["model"]}>
            <span className={classes["optionHead"]}>
              <Stranger className="cut" text={it.title ?? it.ref.model} />
              {it.favourite && <IconStarFilled size={12} aria-hidden="true" className={classes["star"]} />}
            </span>
            <span className="small dim cut"><Stranger text={group.name === null ? `${it.provider} · ${it.ref.model}` : it.title === null ? "" : it.ref.model} /></span>
          </Combobox.Option>
        );
      })}
    </Combobox.Group>
  );
}
