/**
 * Durations as the configuration writes them: a number and its unit, "30d", "5s", "250ms". A number without a unit is
 * never a duration. A year is 365 days and a week seven, always: retention counts time, not calendars.
 */

const UNITS_MS = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
} as const;

type DurationUnit = keyof typeof UNITS_MS;

/** For sentences: which units there are. */
export const DURATION_UNITS = 'ms, s, m, h, d, w or y';

/** What a duration looks like, as a JSON Schema pattern. */
export const DURATION_PATTERN = '^[0-9]+(\\.[0-9]+)?(ms|s|m|h|d|w|y)$';

const FORM = /^(?<amount>[0-9]+(?:\.[0-9]+)?)(?<unit>ms|s|m|h|d|w|y)$/;

/** Milliseconds of a duration such as "1.5s"; null where it is none, or not a whole number of milliseconds. */
export function parseDuration(text: string): number | null {
  const { amount, unit } = FORM.exec(text)?.groups ?? {};
  if (amount === undefined || unit === undefined) return null;
  const ms = Number(amount) * UNITS_MS[unit as DurationUnit];
  const whole = Math.round(ms);
  // The product of a decimal fraction carries a rounding error; a real fraction of a millisecond is at least 1e-3 off.
  return Number.isSafeInteger(whole) && Math.abs(ms - whole) < 1e-3 ? whole : null;
}

/**
 * Writes whole milliseconds, 0 or more, with the largest unit that needs no fraction: 90000 is "90s", 60000 "1m".
 * `parseDuration` gives the same number back.
 */
export function formatDuration(durationMs: number): string {
  const units = Object.entries(UNITS_MS).reverse();
  const [unit, unitMs] = units.find(([, size]) => durationMs > 0 && durationMs % size === 0) ?? [
    'ms',
    1,
  ];
  return `${durationMs / unitMs}${unit}`;
}
