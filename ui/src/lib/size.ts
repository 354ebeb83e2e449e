/** Sizes in kB and MB. */

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
