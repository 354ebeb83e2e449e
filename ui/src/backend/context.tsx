/** Hands the backend to the hooks below it; tests hand them another. */
import { createContext, use } from "react";

import type { Backend } from "./backend";

const Context = createContext<Backend | null>(null);

export const BackendProvider = Context.Provider;

export function useBackend(): Backend {
  const backend = use(Context);
  if (!backend) throw new Error("there is no backend above this component");
  return backend;
}
