/** JSON as a table where it is a list of like objects, else as a tree, or as text where it is long. */
import { SegmentedControl } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { JsonTree } from "../JsonTree";
import { LazyCode } from "../LazyCode";
import { indent } from "../../lib/json";
import { tableOf } from "../../lib/table";
import { PartHead } from "./PartHead";
import type { Part } from "./parts";
import { TablePart } from "./TablePart";
import classes from "./Parts.module.css";

/** Longer JSON goes to the editor, which draws only what is seen. */
const LONG_JSON = 100_000;

export function JsonPart({ part }: { part: Part & { part: "json" } }) {
  const { t } = useTranslation("parts");
  const table = useMemo(() => tableOf(part.value), [part.value]);
  const [as, setAs] = useState<"table" | "json">(table ? "table" : "json");
  const title = { structured: t("structured"), text: t("json"), unknown: t("unknown") }[part.kind];
  return (
    <div className={classes["part"]} data-testid="json-part">
      <div className={classes["partHead"]}>
        <PartHead title={part.uri === undefined ? title : t("resource")} detail={part.uri} />
        <span className={classes["grow"]} />
        {table && (
          <SegmentedControl
            size="xs"
            aria-label={title}
            value={as}
            data={[{ value: "table", label: t("table") }, { value: "json", label: t("json") }]}
            onChange={setAs}
          />
        )}
      </div>
      {table && as === "table" ? (
        <TablePart table={table} />
      ) : part.text.length > LONG_JSON ? (
        <div className={classes["code"]} style={{ height: 480 }}><LazyCode label={title} value={indent(part.text)} /></div>
      ) : (
        <JsonTree value={part.value} label={title} />
      )}
    </div>
  );
}
