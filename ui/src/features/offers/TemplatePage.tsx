/** A family of resources: its variables as a form, the address that they make, and what is read there. */
import { Button } from "@mantine/core";
import { IconBook2 } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { useWishes } from "../../backend/queries";
import type { ServerRow, TemplateView } from "../../backend/wire";
import lists from "../../components/ListPage.module.css";
import parts from "../../components/parts/Parts.module.css";
import { Stranger } from "../../components/Stranger";
import { takesRunKey } from "../../lib/runKey";
import { expand, neededIn } from "../../lib/template";
import classes from "./Offers.module.css";
import { OfferHead } from "./OfferHead";
import { Reading } from "./Reading";
import { TextsForm, type Checks } from "./TextsForm";
import { filledIn, useTexts } from "./useTexts";

export function TemplatePage({ server, template }: { server: ServerRow; template: TemplateView }) {
  const { t } = useTranslation("offers");
  const { uriTemplate, title, name, mime } = template;
  const [texts, fill] = useTexts(`template\n${server.name}\n${uriTemplate}`);
  const [opened, setOpened] = useState<string | null>(null);
  const checks = useRef<Checks>(null);
  const wishes = useWishes(server.name);
  const ready = server.state.state === "ready";
  const uri = expand(uriTemplate, filledIn(texts));
  const needed = neededIn(uriTemplate);
  const fields = template.variables.map((it) => ({ name: it, title: null, description: "", required: needed.includes(it) }));
  const read = () => {
    if (ready && checks.current?.check() !== false) setOpened(uri);
  };
  return (
    <div onKeyDownCapture={(event) => { if (opened !== uri && takesRunKey(event)) read(); }} data-testid="template">
      <OfferHead server={server} title={title ?? (name || uriTemplate)} name={uriTemplate} description={template.description} marks={template.marks}>
        {mime !== null && <p className="dim small"><Stranger text={mime} /></p>}
      </OfferHead>
      <div className={lists["inner"]} style={{ paddingTop: 16, paddingBottom: 0 }}>
        <section className={parts["part"]} aria-labelledby="variables">
          <div className={lists["head3"]}><h2 id="variables">{t("variables")}</h2></div>
          {fields.length === 0 ? <p className="dim">{t("noVariables")}</p> : (
            <TextsForm
              ref={checks}
              server={server.name}
              of={{ type: "template", uri: uriTemplate }}
              fields={fields}
              texts={texts}
              suggests={ready && wishes.data?.can?.complete === true}
              refused={null}
              onFill={fill}
            />
          )}
          <div className={classes["facts"]} data-testid="address">
            <span className="dim small">{t("address")}</span>
            <span className={`mono ${classes["address"]}`}><Stranger text={uri} /></span>
          </div>
        </section>
        {opened !== uri && (
          <div>
            <Button leftSection={<IconBook2 size={16} stroke={1.75} />} data-disabled={!ready || undefined} aria-disabled={!ready || undefined} onClick={read}>
              {t("read")}
            </Button>
          </div>
        )}
      </div>
      {opened === uri && <Reading key={uri} server={server} uri={uri} title={title ?? (name || uriTemplate)} />}
    </div>
  );
}
