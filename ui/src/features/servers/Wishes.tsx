/** What the person wishes of a server: from which level on it logs, whether models get its pictures, and which folders are shared with it. */
import { NativeSelect, Switch } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { useCommand } from "../../backend/commands";
import { useWishes, wishesKey } from "../../backend/queries";
import { useUnread } from "../../backend/unread";
import type { LevelView, ServerWishes } from "../../backend/wire";
import { showFailure } from "../../components/toasts";
import { Unread } from "../../components/Unread";
import { Folders } from "./Folders";
import { levelOf, LEVELS } from "./levels";
import classes from "./ServerPane.module.css";

export function Wishes({ server }: { server: string }) {
  const { t } = useTranslation("servers");
  const client = useQueryClient();
  const wishes = useWishes(server);
  const unread = useUnread(wishes);
  const level = useCommand("set_level");
  const pictures = useCommand("give_pictures");
  const keep = (now: ServerWishes) => client.setQueryData(wishesKey(server), now);
  if (unread) return <Unread what={t("wishes.unread")} {...unread} />;
  return (
    <>
      <section className={classes["section"]}>
        <h3>{t("wishes.level")}</h3>
        <LevelSelect
          wishes={wishes.data ?? null}
          busy={level.isPending}
          onLevel={(next) => void level.mutateAsync({ server, level: next }).then(keep).catch(showFailure)}
        />
      </section>
      <section className={classes["section"]}>
        <h3>{t("wishes.pictures")}</h3>
        <Switch
          label={t("wishes.givePictures")}
          description={t("wishes.picturesHint")}
          withThumbIndicator={false}
          checked={wishes.data?.pictures ?? false}
          disabled={!wishes.data || pictures.isPending}
          onChange={(event) => void pictures.mutateAsync({ server, on: event.currentTarget.checked }).then(keep).catch(showFailure)}
        />
      </section>
      <Folders server={server} folders={wishes.data?.folders ?? null} onKept={keep} />
    </>
  );
}

interface LevelProps {
  wishes: ServerWishes | null;
  busy: boolean;
  onLevel: (level: LevelView | null) => void;
}

function LevelSelect({ wishes, busy, onLevel }: LevelProps) {
  const { t } = useTranslation("servers");
  const can = wishes?.can?.log ?? null;
  // What was wished before can be taken back also where the server knows no levels.
  const locked = wishes === null || busy || (can === false && wishes.level === null);
  const hint = can === false ? t("wishes.noLevels") : can === null ? t("wishes.levelLater") : t("wishes.levelHint");
  return (
    <NativeSelect
      aria-label={t("wishes.level")}
      description={hint}
      inputWrapperOrder={["input", "description"]}
      value={wishes?.level ?? ""}
      disabled={locked}
      data={[{ value: "", label: t("wishes.usual") }, ...LEVELS.map((it) => ({ value: it, label: t(`wishes.levels.${it}`) }))]}
      onChange={(event) => onLevel(levelOf(event.currentTarget.value))}
    />
  );
}
