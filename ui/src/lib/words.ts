/** The words of the page: English is built in, and its keys are typed. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";

import approvals from "../locales/en/approvals.json";
import chat from "../locales/en/chat.json";
import common from "../locales/en/common.json";
import draft from "../locales/en/draft.json";
import inbox from "../locales/en/inbox.json";
import log from "../locales/en/log.json";
import models from "../locales/en/models.json";
import offers from "../locales/en/offers.json";
import parts from "../locales/en/parts.json";
import secrets from "../locales/en/secrets.json";
import servers from "../locales/en/servers.json";
import tools from "../locales/en/tools.json";
import { visible } from "./visible";

const en = { approvals, chat, common, draft, inbox, log, models, offers, parts, secrets, servers, tools };

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof en;
  }
}

void i18next.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  defaultNS: "common",
  resources: { en },
  // React escapes markup. What is put into a sentence may be a stranger's: nothing hides in it.
  interpolation: { escape: visible },
});

export { i18next as words };
