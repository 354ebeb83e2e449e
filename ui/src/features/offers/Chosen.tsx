/** What is chosen on the page of a server's offers; or how to choose, or that it is gone. */
import { useTranslation } from "react-i18next";

import type { ServerPrompts, ServerResources, ServerRow } from "../../backend/wire";
import classes from "../../components/ListPage.module.css";
import type { Offer } from "../../lib/route";
import { unreachable } from "../../lib/unreachable";
import { PromptPage } from "./PromptPage";
import { ResourcePage } from "./ResourcePage";
import { TemplatePage } from "./TemplatePage";

interface Props {
  server: ServerRow;
  prompts: ServerPrompts | null;
  resources: ServerResources | null;
  looking: boolean;
  offer: Offer | null;
}

export function Chosen({ server, prompts, resources, looking, offer }: Props) {
  const { t } = useTranslation("offers");
  if (offer === null) return <Told>{looking ? "" : t("choose")}</Told>;
  const gone = <Told>{looking ? "" : t(server.state.state === "ready" ? "gone" : "goneAsleep", { title: server.title })}</Told>;
  switch (offer.kind) {
    case "prompt": {
      const prompt = prompts?.prompts.find((it) => it.name === offer.id);
      return prompt ? <PromptPage server={server} prompt={prompt} /> : gone;
    }
    case "resource": {
      const resource = resources?.resources.find((it) => it.uri === offer.id);
      return resource ? <ResourcePage server={server} resource={resource} /> : gone;
    }
    case "template": {
      const template = resources?.templates.find((it) => it.uriTemplate === offer.id);
      return template ? <TemplatePage server={server} template={template} /> : gone;
    }
    default:
      return unreachable(offer.kind);
  }
}

function Told({ children }: { children: string }) {
  return <p className={`dim ${classes["choose"]}`} role="status">{children}</p>;
}
