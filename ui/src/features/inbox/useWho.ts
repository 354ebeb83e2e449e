/** Who asks, as a sentence. */
import { useTranslation } from "react-i18next";

import type { QuestionView } from "../../backend/wire";
import { toolsOf, whoOf } from "./questions";

export function useWho() {
  const { t, i18n } = useTranslation("inbox");
  return (question: QuestionView): string => {
    const or = new Intl.ListFormat(i18n.language, { type: "disjunction" });
    return t(`who.${whoOf(question)}`, { title: question.title, tools: or.format(toolsOf(question)) });
  };
}
