/** What the page knows of secrets: how a reference to one looks, and which names mean one. */

const REFERENCE = /\$\{secret:([^}]+)\}/;

/** The key in a value that refers to the keychain. */
export function keyIn(value: string): string | null {
  return REFERENCE.exec(value)?.[1] ?? null;
}

/** Whether a variable or header of this name is likely to hold a secret. */
export function looksSecret(name: string): boolean {
  return /token|secret|passw|passphrase|pwd|api[_-]?key|[_-]key$|^key$|apikey|auth|credential|private|cookie|bearer|[_-]pat$|^pat$/i.test(
    name,
  );
}

/** Whether a value is nothing but a reference to the keychain. */
export function isReference(value: string): boolean {
  return /^\$\{secret:[^}]+\}$/.test(value.trim());
}
