/** How long something has been going on, as a running clock. */
import { useNow } from "../lib/now";
import { clock } from "../lib/time";

export function Elapsed({ since }: { since: number }) {
  const now = useNow(1000);
  return <span style={{ fontVariantNumeric: "tabular-nums" }}>{clock(now - since)}</span>;
}
