/** What a model thought before it spoke: folded, and plain. */
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { StateMark } from "../../components/StateMark";
import { StrangerBlock } from "../../components/Stranger";
import classes from "./Chat.module.css";
import { useFold } from "./context";

export function Thought({ name, text, growing }: { name: string; text: string; growing: boolean }) {
  const { t } = useTranslation("chat");
  const [open, toggle] = useFold(`thought/${name}`, false);
  const words = growing ? <StateMark tone="working">{t("thinking")}</StateMark> : <span>{t("thoughts")}</span>;
  // Some keep their thoughts to themselves.
  if (!text.trim()) return growing ? <div className={classes["thoughtHead"]}>{words}</div> : null;
  return (
    <div className={classes["thought"]}>
      <UnstyledButton className={classes["thoughtHead"]} aria-expanded={open} onClick={toggle}>
        <IconChevronRight size={16} aria-hidden="true" className={classes["chevron"]} data-open={open || undefined} />
        {words}
      </UnstyledButton>
      {open && <div className={classes["thoughtText"]}><StrangerBlock text={text} /></div>}
    </div>
  );
}
