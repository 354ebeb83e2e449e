/** What a reply's Markdown needs from where it stands: who opens links, and the kept files that it may name. */
import { createContext } from "react";

import type { FileView } from "../../backend/wire";

export interface Around {
  /** Somebody wants an address opened: they see all of it first. */
  onLink: (address: string) => void;
  /** A kept file by its hash, if a result here gave it. */
  fileOf: (hash: string) => FileView | null;
}

export const AroundContext = createContext<Around>({ onLink: () => undefined, fileOf: () => null });
