/** Ends a `switch` that must know every case: a new one fails to compile here. */
export function unreachable(value: never): never {
  throw new Error(`not a known case: ${JSON.stringify(value)}`);
}
