/** Figures, dates and times as a reader sees them. Dates and times come from the server in the gym's zone and are only written out. */

/** Unknown. Never a zero. */
export const UNKNOWN = '–';

const LOCALE = 'en-GB';

export function number(value: number | null): string {
  return value === null ? UNKNOWN : value.toLocaleString(LOCALE);
}

/** `1 class`, `2 classes`. */
export function counted(value: number | null, one: string, several = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : several}`;
}

/** `1 class`, `2 classes`, `1,024 classes`. */
export function classes(value: number): string {
  return counted(value, 'class', 'classes');
}

/** `15 of 18`; `15` where it is not known of how many. */
export function ofCapacity(people: number | null, capacity: number | null): string {
  return capacity === null ? number(people) : `${number(people)} of ${number(capacity)}`;
}

/** Whole percent: 0.823 is 82%, and 0.575 58%, though times 100 it is a little less than 57.5. */
export function percent(rate: number | null): string {
  return rate === null ? UNKNOWN : `${Math.round(rate * 100 + 1e-9)}%`;
}

/** `+2 points`, of a difference between two rates. */
export function points(difference: number | null): string {
  if (difference === null) return UNKNOWN;
  const whole = Math.round(difference * 100);
  const sign = whole > 0 ? '+' : whole < 0 ? '−' : '±';
  return `${sign}${counted(Math.abs(whole), 'point')}`;
}

/** People on average: 12.4. */
export function average(value: number | null): string {
  return value === null ? UNKNOWN : value.toLocaleString(LOCALE, { maximumFractionDigits: 1 });
}

/** `11.5 people`, `1 person`. */
export function people(value: number | null): string {
  const figure = average(value);
  return `${figure} ${figure === '1' ? 'person' : 'people'}`;
}

export function money(amount: number | null, currency: string | null): string {
  if (amount === null) return UNKNOWN;
  const digits = Math.abs(amount) >= 1_000 && {
    maximumFractionDigits: 0,
    minimumFractionDigits: 0,
  };
  const style =
    currency === null
      ? ({ minimumFractionDigits: 2 } as const)
      : ({ style: 'currency', currency } as const);
  const text = Math.abs(amount).toLocaleString(LOCALE, { ...style, ...digits });
  return amount < 0 ? `−${text}` : text;
}

/** `15–17`; one number where both ends agree, `15 or more` where the range is open. */
export function range(low: number | null, high: number | null): string | null {
  if (low === null && high === null) return null;
  if (low === null) return `at most ${number(high)}`;
  if (high === null) return `${number(low)} or more`;
  return low === high ? number(low) : `${number(low)}–${number(high)}`;
}

/** `18:30` of an RFC 3339 time, which is written in the gym's zone. */
export function timeOf(instant: string): string {
  return instant.slice(11, 16);
}

export function dateOf(instant: string): string {
  return instant.slice(0, 10);
}

const formats = {
  long: dateFormat({ weekday: 'long', day: 'numeric', month: 'long' }),
  short: dateFormat({ weekday: 'short', day: 'numeric', month: 'short' }),
  bare: dateFormat({ day: 'numeric', month: 'short' }),
  weekday: dateFormat({ weekday: 'long' }),
  year: dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }),
};

/** A date has no zone: it is written as it stands. */
function dateFormat(parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone: 'UTC' });
}

/** `Sunday 22 November`, `Sun 22 Nov`, `22 Nov`, `Sunday` or `22 November 2026`. */
export function date(day: string, form: keyof typeof formats = 'long'): string {
  return formats[form].format(new Date(`${day}T00:00:00Z`)).replace(',', '');
}

/** `Sun 22 Nov, 14:32` */
export function moment(instant: string): string {
  return `${date(dateOf(instant), 'short')}, ${timeOf(instant)}`;
}

/** `16–22 Nov` or `30 Nov – 6 Dec`. */
export function dates(from: string, to: string): string {
  if (from === to) return date(from, 'short');
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${date(to, 'bare')}`
    : `${date(from, 'bare')} – ${date(to, 'bare')}`;
}

/** `Monday` of `monday`. */
export function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** `12 s`, `4 min`, `2 h`: an age. */
export function age(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800
    ? `${Math.round(seconds / 3_600)} h`
    : `${Math.round(seconds / 86_400)} days`;
}

/** `a, b and c`. */
export function list(items: readonly string[]): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** A minute of the curve. @param cell What the table says: people, or that there is no count and why. */
export function minuteWords(offset: number, cell: string): string {
  const when =
    offset < 0 ? `${counted(-offset, 'minute')} before the start` : `minute ${number(offset)}`;
  const people = /^\d+$/.test(cell) ? counted(Number(cell), 'person', 'people') : cell;
  return `${when}: ${people}`;
}
