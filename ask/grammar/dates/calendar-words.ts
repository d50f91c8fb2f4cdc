/** Words of the calendar: weekdays, months, numbers. Folded, with the short forms that people type. */

const WEEKDAY_NAMES = [
  'monday mon mondays',
  'tuesday tue tues tuesdays',
  'wednesday wed weds wednesdays',
  'thursday thu thur thurs thursdays',
  'friday fri fridays',
  'saturday sat saturdays',
  'sunday sun sundays',
];
const MONTH_NAMES = [
  'january jan',
  'february feb',
  'march mar',
  'april apr',
  'may',
  'june jun',
  'july jul',
  'august aug',
  'september sep sept',
  'october oct',
  'november nov',
  'december dec',
];
const NUMBER_NAMES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';

function numbered(lines: readonly string[]): Map<string, number> {
  return new Map(lines.flatMap((line, i) => line.split(' ').map((word) => [word, i + 1] as const)));
}

/** 1 is Monday. Singular, plural and short. */
export const WEEKDAYS: ReadonlyMap<string, number> = numbered(WEEKDAY_NAMES);
/** 1 is January. */
export const MONTHS: ReadonlyMap<string, number> = numbered(MONTH_NAMES);
const TENS_NAMES = 'thirty forty fifty sixty seventy eighty ninety hundred';
export const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...NUMBER_NAMES.split(' ').map((word, i) => [word, i] as const),
  ...TENS_NAMES.split(' ').map((word, i) => [word, 10 * (i + 3)] as const),
  ...([
    ['couple', 2],
    ['dozen', 12],
  ] as const),
]);
const NTH_NAMES =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth';
/** "the first of the month". */
export const NTHS: ReadonlyMap<string, number> = new Map([
  ...NTH_NAMES.split(' ').map((word, i) => [word, i + 1] as const),
  ['thirtieth', 30] as const,
]);

const FULL_MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `2026-11-03` as `3 November 2026`. */
export function dateName(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${day ?? 0} ${FULL_MONTHS[(month ?? 1) - 1] ?? ''} ${year ?? 0}`;
}

/** `3` as `3rd`. */
export function nthName(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  return `${day}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][day % 10]) ?? 'th'}`;
}
