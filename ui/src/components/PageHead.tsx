/** The head of a page: its title, a line under it, its actions, its search. */
import { ActionIcon } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import classes from "./PageHead.module.css";

interface Props {
  title: ReactNode;
  line?: ReactNode;
  back?: { href: string; label: string };
  /** Whether the way back is only needed where the list beside it is hidden. */
  backWhenNarrow?: boolean;
  children?: ReactNode;
}

export function PageHead({ title, line, back, backWhenNarrow, children }: Props) {
  return (
    <header className={classes["head"]}>
      {back && <span className={backWhenNarrow ? classes["narrow"] : undefined}><BackLink {...back} /></span>}
      <div className={classes["words"]}>
        <h1>{title}</h1>
        {line !== undefined && <p className={`dim ${classes["line"]}`}>{line}</p>}
      </div>
      {children && <div className={classes["actions"]}>{children}</div>}
    </header>
  );
}

function BackLink({ href, label }: { href: string; label: string }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      component="a"
      href={href}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={t("action.back")}
    >
      <IconArrowLeft size={20} stroke={1.75} />
    </ActionIcon>
  );
}
