/**
 * Amounts as the configuration writes them: a number and its unit, "30d", "250ms", "1.5GB". A number without a unit is
 * never one. A year is 365 days and a week seven, always: retention counts time, not calendars. kB, MB and GB are powers
 * of 1000, KiB, MiB and GiB powers of 1024 (IEC 80000-13).
 */

const UNITS = {
  duration: {
    ms: 1,
    s: 1_000,
    m: 60_000,
    h: 3_600_000,
    d: 86_400_000,
    w: 604_800_000,
    y: 31_536_000_000,
  },
  size: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 },
};

export type Measure = keyof typeof UNITS;

/** Names of the units there are. */
export function unitsOf(measure: Measure): readonly string[] {
  return Object.keys(UNITS[measure]);
}

/** What an amount looks like, as a JSON Schema pattern. */
export function amountPattern(measure: Measure): string {
  return `^[0-9]+(\\.[0-9]+)?(${unitsOf(measure).join('|')})$`;
}

/** Whole milliseconds or bytes of an amount such as "1.5s"; null where it is none, or no whole number of them. */
export function amountOf(text: string, measure: Measure): number | null {
  if (!new RegExp(amountPattern(measure)).test(text)) return null;
  const units: Readonly<Record<string, number>> = UNITS[measure];
  const exact = Number.parseFloat(text) * (units[text.replace(/^[0-9.]+/, '')] ?? Number.NaN);
  const whole = Math.round(exact);
  // The product of a decimal fraction carries a rounding error; a real fraction of a unit is at least 1e-3 off.
  return Number.isSafeInteger(whole) && Math.abs(exact - whole) < 1e-3 ? whole : null;
}

/** Milliseconds of a duration such as "1.5s"; null where it is none. */
export function parseDuration(text: string): number | null {
  return amountOf(text, 'duration');
}

/**
 * Writes whole milliseconds, 0 or more, with the largest unit that needs no fraction: 90000 is "90s", 60000 "1m".
 * `parseDuration` gives the same number back.
 */
export function formatDuration(durationMs: number): string {
  const units = Object.entries(UNITS.duration).reverse();
  const fits = units.find(([, size]) => durationMs > 0 && durationMs % size === 0);
  const [unit, unitMs] = fits ?? ['ms', 1];
  return `${durationMs / unitMs}${unit}`;
}
