/** Figures as they go over the wire: rounded here, and nowhere before. */

/** To four places: rates and what is computed from them. */
export function rate(value: number | null): number | null {
  return rounded(value, 4);
}

/** To two places: people on average. */
export function average(value: number | null): number | null {
  return rounded(value, 2);
}

/** Thousandths of a unit as units, to the digits of the currency: two where it is unknown. */
export function moneyIn(currency: string | null): (milli: number | null) => number | null {
  const digits = Math.min(3, currency === null ? 2 : digitsOf(currency));
  return (milli) => rounded(milli === null ? null : milli / 1_000, digits);
}

/** Halves go away from zero, also where the double lies a hair below: 1.005 is 1.01 to two places. */
function rounded(value: number | null, places: number): number | null {
  if (value === null) return null;
  const scale = 10 ** places;
  const size = Math.round(Math.abs(value) * scale * (1 + Number.EPSILON)) / scale;
  return value < 0 && size !== 0 ? -size : size;
}

const digits = new Map<string, number>();

/** Digits behind the point that the currency has, by the data of Node's ICU (ISO 4217): 2 for EUR, 0 for JPY. */
function digitsOf(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}
