/**
 * Sizes as the configuration writes them: a number and its unit, "64MB", "1GiB". kB, MB and GB are powers of 1000, KiB,
 * MiB and GiB powers of 1024 (IEC 80000-13). A number without a unit is never a size.
 */

const UNITS_BYTES = {
  B: 1,
  kB: 1e3,
  KiB: 2 ** 10,
  MB: 1e6,
  MiB: 2 ** 20,
  GB: 1e9,
  GiB: 2 ** 30,
} as const;

type SizeUnit = keyof typeof UNITS_BYTES;

/** For sentences: which units there are. */
export const SIZE_UNITS = 'B, kB, MB, GB, KiB, MiB or GiB';

/** What a size looks like, as a JSON Schema pattern. */
export const SIZE_PATTERN = '^[0-9]+(\\.[0-9]+)?(B|kB|MB|GB|KiB|MiB|GiB)$';

const FORM = /^(?<amount>[0-9]+(?:\.[0-9]+)?)(?<unit>B|kB|MB|GB|KiB|MiB|GiB)$/;

/** Bytes of a size such as "1.5GB"; null where it is none, or not a whole number of bytes. */
export function parseSize(text: string): number | null {
  const { amount, unit } = FORM.exec(text)?.groups ?? {};
  if (amount === undefined || unit === undefined) return null;
  const bytes = Number(amount) * UNITS_BYTES[unit as SizeUnit];
  const whole = Math.round(bytes);
  // The product of a decimal fraction carries a rounding error; a real fraction of a byte is at least a thousandth off.
  return Number.isSafeInteger(whole) && Math.abs(bytes - whole) < 1e-3 ? whole : null;
}
