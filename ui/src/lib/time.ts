/** Points in time and lengths of time in the words of the person's language. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const STEPS: readonly (readonly [number, Intl.RelativeTimeFormatUnit])[] = [
  [DAY, "day"],
  [HOUR, "hour"],
  [MINUTE, "minute"],
  [SECOND, "second"],
];

/** `3 seconds ago`, `in 2 minutes`; under a second `now`. */
export function relative(at: number, now: number, language: string): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "narrow" });
  const apart = at - now;
  for (const [size, unit] of STEPS) {
    if (Math.abs(apart) >= size) return words.format(Math.trunc(apart / size), unit);
  }
  return words.format(0, "second");
}

/** The exact date and time, to the second. */
export function exact(at: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(at);
}

/** A running time as `0:42` or `1:02:03`. */
export function clock(milliseconds: number): string {
  const whole = Math.max(0, Math.floor(milliseconds / SECOND));
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = two(whole % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** How long something took: `35 ms`, `0.2 s`, `1 min 5 s`. */
export function took(milliseconds: number, language: string): string {
  const unit = (value: number, of: string, digits = 0) =>
    new Intl.NumberFormat(language, {
      style: "unit",
      unit: of,
      unitDisplay: "short",
      maximumFractionDigits: digits,
    }).format(value);
  if (milliseconds < 100) return unit(Math.round(milliseconds), "millisecond");
  if (milliseconds < MINUTE) return unit(milliseconds / SECOND, "second", 1);
  const minutes = Math.floor(milliseconds / MINUTE);
  return `${unit(minutes, "minute")} ${unit(Math.floor((milliseconds % MINUTE) / SECOND), "second")}`;
}
