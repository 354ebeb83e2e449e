/** Which addresses could be pages on the web; whether one is opened is for Rust to say. */
export function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address);
}
