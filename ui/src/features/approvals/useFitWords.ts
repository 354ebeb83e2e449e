/** Which of the tools that are listed now a rule fits, in words. */
import { useTranslation } from "react-i18next";

import type { RuleTerms, ServerTools } from "../../backend/wire";
import { visible } from "../../lib/visible";
import { fits } from "./patterns";

/** How many names are told. */
const NAMED = 4;

/** The names of the tools of a server, or of all. */
export function toolsFor(server: string | null, all: ServerTools[]): string[] {
  return all.filter((it) => server === null || it.server === server).flatMap((it) => it.tools.map((one) => one.name));
}

export function useFitWords({ server, tool }: RuleTerms, all: ServerTools[]): string {
  const { t } = useTranslation("approvals");
  if (tool.trim() === "") return " ";
  const found = toolsFor(server, all).filter((it) => fits(tool.trim(), it));
  if (found.length === 0) return t("editor.fitsNone");
  const first = found.slice(0, NAMED).map(visible).join(", ");
  const names = found.length > NAMED ? t("editor.fitsMore", { names: first, count: found.length - NAMED }) : first;
  return t("editor.fits", { count: found.length, names });
}
