/** What a fix is about, in the person's words; pure. */
import type { ServerRow } from "../../backend/wire";

/** The variable or header that refers to a secret; the secret's own name where none does. */
export function fieldOf({ transport }: ServerRow, key: string): string {
  const entries = Object.entries(transport.type === "stdio" ? transport.env : transport.headers);
  return entries.find(([, value]) => value.includes(`\${secret:${key}}`))?.[0] ?? key;
}
