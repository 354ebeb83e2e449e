/** A result as the parts that are shown, in order; pure. */
import type { BlockView, OutcomeView } from "../../backend/wire";
import { partOf, type Part } from "../../components/parts/parts";
import { compact, isObject, parseExact, same } from "../../lib/json";

/** The parts of a result. A text that says the same as the structured part is not shown twice. */
export function partsOf(outcome: OutcomeView): Part[] {
  const structured = structuredOf(outcome);
  const mirrors = (block: BlockView) =>
    structured !== null && block.type === "text" && same(parseExact(block.text), structured);
  const parts = outcome.blocks.filter((it) => !mirrors(it)).map(partOf);
  if (structured === null) return parts;
  return [{ part: "json", value: structured, text: compact(structured), kind: "structured" }, ...parts];
}

/** The structured part with its big numbers, from the reply as it came. */
function structuredOf({ structured, raw }: OutcomeView): object | null {
  if (typeof structured !== "object" || structured === null) return null;
  const whole = parseExact(raw);
  const exact = isObject(whole) ? whole["structuredContent"] : undefined;
  return typeof exact === "object" && exact !== null ? exact : structured;
}
