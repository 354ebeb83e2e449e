/** Where the focus goes when the pane closes: to the row that was left, or to the list if that is gone. */
import { useEffect, useRef } from "react";

import type { Route } from "../lib/route";

export function useReturn(route: Route): void {
  const was = useRef<string | null>(null);
  const inPane = route.page === "servers" && route.view !== "log" && route.view !== "edit" ? route.server : null;
  useEffect(() => {
    const left = was.current;
    was.current = inPane;
    if (left === null || inPane !== null || route.page !== "servers" || route.server !== null) return;
    // Somebody may have it already: a sheet gives it back by itself.
    if (document.activeElement && document.activeElement !== document.body) return;
    const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
    (rows.find((it) => it.closest<HTMLElement>("[data-server]")?.dataset["server"] === left) ?? rows[0])?.focus();
  }, [inPane, route]);
}
