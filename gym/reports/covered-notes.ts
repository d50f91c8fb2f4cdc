/** What readers must know of days that are missing and of ranges that are compared, as sentences. Null where there is nothing to say. */

import { addDays } from '../calendar/zone.ts';
import { type DateRange, daysIn, type Horizon } from './period.ts';

/** "The data begin on 13 October, so 1–12 October are missing." */
export function missingNote(range: DateRange, { known, today }: Horizon): string | null {
  if (known === null) return 'No class of the gym is known yet.';
  const begin = `The data begin on ${dayWords(known.from, today)}`;
  const end =
    known.to < today
      ? `The data end on ${dayWords(known.to, today)}`
      : `Classes are known up to ${dayWords(known.to, today)}`;
  if (range.to < known.from) return `${begin}, after the days that were asked about.`;
  if (range.from > known.to) return `${end}, before the days that were asked about.`;
  const head = { from: range.from, to: addDays(known.from, -1) };
  const tail = { from: addDays(known.to, 1), to: range.to };
  const texts = [
    ...(head.from <= head.to ? [`${begin}, so ${missing(head, today)}.`] : []),
    ...(tail.from <= tail.to ? [`${end}, so ${missing(tail, today)}.`] : []),
  ];
  return texts.length === 0 ? null : texts.join(' ');
}

/** "The range is not over: 23–24 November are compared with 16–17 November." */
export function sameDaysNote(
  range: DateRange,
  compare: DateRange,
  { known, today }: Horizon,
): string | null {
  const end = known !== null && known.to < today ? known.to : today;
  const begun = { from: range.from, to: end };
  const isCut = range.from <= end && end < range.to && daysIn(compare) === daysIn(begun);
  if (!isCut) return null;
  return `${end === today ? 'The range is not over' : 'Days are missing'}: ${comparedWords(begun, compare, today)}.`;
}

/** "23–24 November are compared with 16–17 November" */
export function comparedWords(range: DateRange, compare: DateRange, today: string): string {
  const verb = range.from === range.to ? 'is' : 'are';
  return `${rangeWords(range, today)} ${verb} compared with ${rangeWords(compare, today)}`;
}

/** "No change is given: the data begin on 13 October, within the earlier range." */
export function noChangeNote(
  range: DateRange,
  compare: DateRange,
  { known, today }: Horizon,
): string | null {
  if (known === null) return 'No change is given: no class of the gym is known yet.';
  const begin = `No change is given: the data begin on ${dayWords(known.from, today)}`;
  const other = compare.from < range.from ? 'the earlier range' : 'the range to compare with';
  if (compare.to < known.from) return `${begin}, after ${other}.`;
  if (compare.from < known.from) return `${begin}, within ${other}.`;
  if (range.from < known.from) return `${begin}, within the range that was asked about.`;
  if (compare.to <= known.to) return null;
  return `No change is given: classes are known up to ${dayWords(known.to, today)}, and not for all of ${other}.`;
}

function missing(days: DateRange, today: string): string {
  return `${rangeWords(days, today)} ${days.from === days.to ? 'is' : 'are'} missing`;
}

/** `13 October`; with its year where that is not the one of today. */
export function dayWords(date: string, today: string): string {
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  return new Date(date).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  });
}

/** `1–12 October`, `28 September to 12 October`. */
function rangeWords({ from, to }: DateRange, today: string): string {
  if (from === to) return dayWords(to, today);
  if (from.slice(0, 7) === to.slice(0, 7)) return `${Number(from.slice(8))}–${dayWords(to, today)}`;
  return `${dayWords(from, today)} to ${dayWords(to, today)}`;
}
