/** One fact in a list of facts; nothing where there is nothing to say. */
import type { ReactNode } from "react";

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === "" || children === false) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
