/** The palette (Ctrl K): goes to pages, servers, tools, prompts and resources, and starts actions. */
import { Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import "@mantine/spotlight/styles.css";
import { useTranslation } from "react-i18next";

import classes from "./Palette.module.css";

interface Props {
  groups: SpotlightActionGroupData[];
  onOpen: () => void;
  onClose: () => void;
}

export default function Palette({ groups, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      tagsToIgnore={[]}
      triggerOnContentEditable
      attributes={{ content: { "aria-label": t("palette.label") } }}
      classNames={{ actionDescription: classes["description"], actionsGroup: classes["group"] }}
      limit={12}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound={t("palette.nothing")}
      onSpotlightOpen={onOpen}
      onSpotlightClose={onClose}
      searchProps={{ placeholder: t("palette.search"), "aria-label": t("palette.label") }}
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      transitionProps={{ duration: 120 }}
    />
  );
}
