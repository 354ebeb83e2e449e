/** A result as the parts that are shown, in order; pure. */
import type { OutcomeView } from "../../backend/wire";
import { partOf, structuredPart, type Part } from "./parts";

/** The parts of a result. A text that says the same as the structured part is not shown twice. */
export function partsOf({ blocks, structured }: OutcomeView): Part[] {
  const shown = blocks.filter((it) => !(structured && it.type === "text" && it.mirror)).map(partOf);
  return structured ? [structuredPart(structured), ...shown] : shown;
}

/** What is copied: the texts of the result. */
export function textOf(outcome: OutcomeView): string {
  return outcome.blocks.flatMap((it) => (it.type === "text" || it.type === "resource" ? [it.text] : [])).join("\n");
}
