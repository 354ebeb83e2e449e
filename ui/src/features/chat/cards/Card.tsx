/** One call of a tool: what it is, how it stands, what it was given and what it gave. */
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { useQuestionOf } from "../../../backend/questions";
import type { CardView } from "../../../backend/wire";
import { Boundary } from "../../../components/Boundary";
import { Stranger } from "../../../components/Stranger";
import { visible } from "../../../lib/visible";
import { useDoings, useFold } from "../context";
import { Approval } from "./Approval";
import { CardArguments } from "./CardArguments";
import { CardFoot } from "./CardFoot";
import { CardNotes } from "./CardNotes";
import { CardOutcome } from "./CardOutcome";
import { CardState } from "./CardState";
import classes from "./Cards.module.css";
import { RunAgain } from "./RunAgain";
import { Running } from "./Running";

/** `folded`: whether it is folded once it is over, since it is one of many. */
export function Card({ card, folded }: { card: CardView; folded: boolean }) {
  const { t } = useTranslation("chat");
  const { titleOf } = useDoings();
  const title = useId();
  const pending = card.state === "pending";
  const running = card.state === "running";
  const quiet = card.state === "done" || card.state === "cancelled" || card.state === "rejected";
  const [open, toggle] = useFold(`card/${card.id}`, !(quiet && folded));
  const [again, setAgain] = useState(false);
  const question = useQuestionOf(running ? card.id : null);
  return (
    <section className={classes["card"]} data-state={card.state} data-asks={question !== null || undefined} data-card={card.id} aria-labelledby={title}>
      <div className={classes["head"]}>
        <UnstyledButton className={classes["name"]} aria-expanded={open} aria-controls={`${title}-body`} onClick={toggle}>
          <IconChevronRight size={16} aria-hidden="true" className={classes["chevron"]} data-open={open || undefined} />
          <span id={title} className={classes["title"]}>
            {card.server !== null && <><span className="dim"><Stranger text={titleOf(card.server)} /></span> <span className="dim" aria-hidden="true">·</span> </>}
            <strong className="mono"><Stranger text={card.server === null ? card.publicName : card.tool} /></strong>
          </span>
        </UnstyledButton>
        <CardState card={card} asks={question !== null} />
      </div>
      <div id={`${title}-body`} className={classes["body"]} hidden={!open}>
        {open && (
          <Boundary>
            {!running && <CardNotes call={card.id} notes={card.notes} />}
            <CardArguments card={card} />
            {pending && <Approval card={card} />}
            {running && <Running card={card} question={question} />}
            {!pending && !running && <CardOutcome card={card} />}
          </Boundary>
        )}
      </div>
      {open && !pending && !running && <CardFoot card={card} again={again} onAgain={() => setAgain(!again)} />}
      {open && again && card.server !== null && <RunAgain card={card} server={card.server} label={t("again.label", { name: visible(card.tool) })} />}
    </section>
  );
}
