/** Sizes in kB and MB, and the bytes behind base64. */

/** `812 bytes`, `12 kB`, `3.4 MB`. */
export function size(bytes: number, language: string): string {
  const unit = (value: number, of: string, digits: number) =>
    new Intl.NumberFormat(language, {
      style: "unit",
      unit: of,
      unitDisplay: of === "byte" ? "long" : "short",
      maximumFractionDigits: digits,
    }).format(value);
  if (bytes < 1000) return unit(bytes, "byte", 0);
  if (bytes < 1_000_000) return unit(bytes / 1000, "kilobyte", bytes < 10_000 ? 1 : 0);
  return unit(bytes / 1_000_000, "megabyte", 1);
}

/** How many bytes a base64 text stands for. */
export function bytesOf(base64: string): number {
  const padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
