/** The list above the composer from which a resource or prompt is chosen; the keys go to the field below it. */
import { useTranslation } from "react-i18next";

import { Stranger } from "../../../components/Stranger";
import classes from "./Composer.module.css";
import type { Mention } from "./mention";
import type { Choice } from "./useMentions";

interface Props {
  id: string;
  mention: Mention;
  choices: Choice[];
  reading: boolean;
  at: number;
  onChoose: (choice: Choice) => void;
}

export function MentionList({ id, mention, choices, reading, at, onChoose }: Props) {
  const { t } = useTranslation("chat");
  return (
    <div className={classes["mentions"]} data-testid="mentions">
      <p className="dim small">{t(`mention.${mention.kind}`)}</p>
      {choices.length === 0 && <p role="status">{t(reading ? "mention.reading" : `mention.none.${mention.kind}`)}</p>}
      <div id={id} role="listbox" aria-label={t(`mention.${mention.kind}`)}>
        {choices.map((it, index) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and hears the keys
          <div
            key={`${it.server}/${it.kind === "prompt" ? it.prompt.name : it.uri}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            className={classes["option"]}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(it)}
          >
            <span className={classes["optionHead"]}><Stranger className="cut" text={it.name} /><span className="dim small cut"><Stranger text={it.title} /></span></span>
            <span className="dim small cut"><Stranger text={it.about.split("\n", 1)[0] ?? ""} /></span>
          </div>
        ))}
      </div>
    </div>
  );
}
