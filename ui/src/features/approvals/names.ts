/** What a rule is called where one is told from another: by what it does, to which tools, of whom. */
import { useTranslation } from "react-i18next";

import type { RuleTerms } from "../../backend/wire";
import { visible } from "../../lib/visible";
import { kindOf } from "./patterns";

export function useRuleName(titles: ReadonlyMap<string, string>, gone: ReadonlySet<string | null> = new Set()) {
  const { t } = useTranslation("approvals");
  const toolOf = ({ tool }: RuleTerms) => (kindOf(tool) === "all" ? t("everyTool") : visible(tool));
  // A removed server's name may be another's by now, whose title this is not.
  const serverOf = ({ server, registration }: RuleTerms) => (server === null ? t("everyServer") : t("of", { server: gone.has(registration) ? server : titles.get(server) ?? server }));
  const nameOf = (terms: RuleTerms) => t("name", { action: t(`action.${terms.action}`), tool: toolOf(terms), server: serverOf(terms) });
  return { toolOf, serverOf, nameOf };
}
