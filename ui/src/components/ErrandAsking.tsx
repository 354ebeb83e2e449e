/** Says that what was asked of a server waits for the person, and brings its question to them. */
import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { QuestionView } from "../backend/wire";
import { StateMark } from "./StateMark";

export function ErrandAsking({ question, onShow }: { question: QuestionView; onShow: () => void }) {
  const { t } = useTranslation("parts");
  const open = question.standing.standing === "open";
  return (
    <>
      <StateMark tone="attention">{t("asks", { title: question.title })}</StateMark>
      <Button size="compact-sm" variant="light" onClick={onShow}>{t(open ? "showDialog" : "answerNext")}</Button>
    </>
  );
}
