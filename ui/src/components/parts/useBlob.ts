/** Bytes as an address that the page alone knows, as long as they are shown. */
import { useEffect, useState } from "react";

import type { MediaBytes } from "../../backend/wire";

export function useBlob(bytes: MediaBytes | null): string | null {
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    if (!bytes) return undefined;
    const letters = Uint8Array.from(atob(bytes.data), (it) => it.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([letters], { type: bytes.mime }));
    // eslint-disable-next-line react-hooks/set-state-in-effect -- an address has to be given back: it is made and ended here
    setMade(address);
    return () => URL.revokeObjectURL(address);
  }, [bytes]);
  return bytes ? made : null;
}
