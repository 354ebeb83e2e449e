/** Bytes as an address that the page alone knows, as long as they are shown. */
import { useEffect, useState } from "react";

/** `mime` is the kind that this result tells: of the same bytes, an earlier one may have told another. */
export function useBlob(data: string | null, mime: string): string | null {
  const [made, setMade] = useState<string | null>(null);
  useEffect(() => {
    if (data === null) return undefined;
    const letters = Uint8Array.from(atob(data), (it) => it.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([letters], { type: mime }));
    // eslint-disable-next-line react-hooks/set-state-in-effect -- an address has to be given back: it is made and ended here
    setMade(address);
    return () => URL.revokeObjectURL(address);
  }, [data, mime]);
  return data === null ? null : made;
}
