/** Error texts of the app start small and have no stop; to a person they are sentences. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const first = trimmed.charAt(0).toUpperCase();
  const ended = /[.!?:…`]$/.test(trimmed) && !trimmed.endsWith("`");
  return first + trimmed.slice(1) + (ended || trimmed === "" ? "" : ".");
}
