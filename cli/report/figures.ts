/** Figures of reports as a person reads them. Unknown is a dash, never a zero. */

export const UNKNOWN = '–';

export function number(value: number | null): string {
  return value === null ? UNKNOWN : `${value}`;
}

/** `1 class`, `2 classes`, `– classes`. */
export function count(value: number | null, one: string, several: string): string {
  return `${number(value)} ${value === 1 ? one : several}`;
}

export function classes(value: number): string {
  return count(value, 'class', 'classes');
}

/** The dates of a range; one alone where it is a day. */
export function dates({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : `${from} to ${to}`;
}

/** A rate as whole percents: 0.823 is 82 %. */
export function percent(rate: number | null): string {
  return rate === null ? UNKNOWN : `${Math.round(rate * 100)} %`;
}

/** With its sign, in percentage points. */
export function points(difference: number | null): string {
  if (difference === null) return UNKNOWN;
  const rounded = Math.round(difference * 100);
  return `${rounded > 0 ? '+' : ''}${rounded}`;
}

/** `+2 points`. */
export function pointsText(difference: number): string {
  const text = points(difference);
  return `${text} ${/^[+-]?1$/.test(text) ? 'point' : 'points'}`;
}

export function money(amount: number | null, currency: string | null): string {
  if (amount === null) return UNKNOWN;
  if (currency === null) return amount.toFixed(2);
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount);
}

/**
 * `12 (11–13)`: the estimate with the interval that the truth is believed to be in. `12+`: at least these, as many as
 * were checked in.
 */
export function estimate(people: number | null, low: number | null, high: number | null): string {
  if (people === null) return UNKNOWN;
  if (low === people && high === people) return `${people}`;
  if (low === people && high === null) return `${people}+`;
  return `${people} (${low ?? ''}–${high ?? ''})`;
}

/** People from which a class pays; `never` where no attendance is enough. */
export function paysFrom(people: number | null, reason: string | null): string {
  return people === null && reason === 'no_margin' ? 'never' : number(people);
}

/** `18:30` of an RFC 3339 time, which is written in the gym's zone. */
export function timeOf(instant: string): string {
  return instant.slice(11, 16);
}

/** `Mon 18:30`. */
export function slot(weekday: string, startTime: string): string {
  return `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1, 3)} ${startTime}`;
}

/** Codes as words. */
export function reasons(codes: readonly string[]): string {
  return codes.map((code) => code.replace('no_show', 'no-show').replaceAll('_', ' ')).join(', ');
}
