/** A conversation that has not begun: one writes, or learns what is missing for it. */
import { Button } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useConversations } from "../../backend/chat";
import { useProviders } from "../../backend/models";
import { useServers } from "../../backend/queries";
import { useTrial } from "../../backend/trial";
import { useUnread } from "../../backend/unread";
import { EmptyState } from "../../components/EmptyState";
import { Trial } from "../../components/trial/Trial";
import { Unread } from "../../components/Unread";
import { home, href } from "../../lib/route";
import classes from "./Chat.module.css";
import { Composer } from "./composer/Composer";
import { NEW, useModelBefore } from "./drafts";
import { useBegin } from "./useSend";

export function Beginning() {
  const { t } = useTranslation("chat");
  const providers = useProviders();
  const unread = useUnread(providers);
  const servers = useServers().data?.servers;
  const [chosen, setModel] = useModelBefore();
  const conversations = useConversations("").data?.conversations;
  const trial = useTrial().data?.model ?? null;
  // As the app does: the one that was chosen last; before the first, the one that one came to try.
  const stillThere = chosen && providers.data?.some((it) => it.id === chosen.provider) ? chosen : null;
  const model = stillThere ?? conversations?.[0]?.model ?? trial ?? null;
  const { begin, beginning } = useBegin();
  if (unread) return <div className={classes["pad"]}><Unread what={t("providersUnread")} {...unread} /></div>;
  if (!providers.data) return null;
  if (providers.data.length === 0) {
    return (
      <div className={classes["welcome"]}>
      <EmptyState icon={<IconMessages size={40} stroke={1.25} />} title={t("noModel.title")} text={t("noModel.text")}>
        <Button component="a" href={href({ page: "models", provider: null })}>{t("chooseModel")}</Button>
        {servers?.length === 0 && <Button component="a" variant="default" href={href(home)}>{t("noServers.open")}</Button>}
      </EmptyState>
        <Trial onReady={() => undefined} />
      </div>
    );
  }
  const ready = servers?.filter((it) => it.state.state === "ready").length ?? 0;
  return (
    <div className={classes["beginning"]}>
      <div className={classes["greeting"]}>
        <h2>{t("beginning.title")}</h2>
        <p className="dim">{servers && (ready > 0 ? t("beginning.text", { count: ready }) : t(servers.length === 0 ? "noServers.text" : "noServers.notReady"))}</p>
        {servers && ready === 0 && <Button component="a" variant="default" size="compact-md" href={href(home)}>{t("noServers.open")}</Button>}
      </div>
      <Composer conversation={NEW} model={model} busy={false} sending={beginning} onModel={setModel} onSend={(draft) => begin(draft, model)} onStop={() => undefined} />
    </div>
  );
}
