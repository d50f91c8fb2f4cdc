/** Weekdays and months by their names. */

import { addDays } from '../../../gym/calendar/zone.ts';
import { rule } from '../text/pattern.ts';
import type { Point } from './points.ts';
import { wholeYear } from './relative.ts';
import {
  type Days,
  daySpan,
  daysSpan,
  type Make,
  mondayOf,
  monthOf,
  NOWHERE,
  namedMonth,
  type Span,
  span,
  vague,
  weekdayOfWeek,
  weekdaySpan,
} from './span.ts';

const named =
  (which: 'near' | 'last' | 'next') =>
  (weekday: number): Make =>
    span((today) => weekdaySpan(today, weekday, which));
const inWeek =
  (offset: number) =>
  (weekday: number): Make =>
    span((today) => weekdayOfWeek(today, weekday, offset));
/** Reads a whole month, and gives some days of it. */
const partOf =
  (part: (month: Days) => readonly [string, string]) =>
  (month: (today: string) => Span): Make =>
    span((today) => {
      const whole = month(today).days('ahead');
      return whole === null ? NOWHERE : daysSpan(...part(whole));
    });
const EVERY_OTHER =
  'Every other one cannot be picked: ask for all of them, or for one by its date.';
const EDGE =
  'Which days those are was not understood: name them by their dates, or ask for the first or last week of a month.';

export const NAMED = [
  // "Monday to Thursday mornings": of every week.
  rule('from|on? <weekday> to|through|until|till|- <weekday_of_many>', stretchOfWeek),
  rule('from|on? <weekdays> to|through|until|till|- <weekdays>', stretchOfWeek),
  rule('from? <weekday> to|until|till|- <weekday>', (first: number, last: number): Make | null =>
    first === 1 && last === 5 ? null : span((today) => weekdaysSpan(today, first, last)),
  ),
  rule('from? <weekday> to|until|till|- <weekday> last week', (first: number, last: number) =>
    span((today) => weekdaysSpan(addDays(mondayOf(today), -1), first, last)),
  ),
  rule('from? <weekday> to|until|till|- <weekday> of? next week', (first: number, last: number) =>
    span((today) => {
      const monday = addDays(mondayOf(today), 7);
      return daysSpan(addDays(monday, first - 1), addDays(monday, last - 1));
    }),
  ),
  rule(
    'on|from|for|of? <weekday_of_many>',
    (weekday: number): Make =>
      () => ({ weekdays: [weekday] }),
  ),
  rule('on|for|from <weekday_once>', named('near')),
  rule(
    '<weekday>',
    (weekday: number): Make =>
      (today) => ({ weekdays: [weekday], bare: weekdaySpan(today, weekday, 'near') }),
  ),
  rule('on? this <weekday>', (weekday: number) =>
    span((today) => ({ ...weekdaySpan(today, weekday, 'near'), isWeekday: false })),
  ),
  rule('on? last|past|previous <weekday>', named('last')),
  rule('on? next|coming <weekday>', named('next')),
  rule('on? <weekday> last week', inWeek(-1)),
  rule('on? <weekday> of? last week', inWeek(-1)),
  rule('last week on? <weekday>', inWeek(-1)),
  rule('on? <weekday> of? this week', inWeek(0)),
  rule('this week on? <weekday>', inWeek(0)),
  rule('on? <weekday> of? next week', inWeek(1)),
  rule('on? <weekday> before last', (weekday: number) =>
    span((today) => {
      const last = weekdaySpan(today, weekday, 'last').days('back');
      return daySpan(addDays(last?.from ?? today, -7));
    }),
  ),
  rule(
    'on? <weekdays>',
    (weekday: number): Make =>
      () => ({ weekdays: [weekday] }),
  ),
  // "the last 3 Mondays".
  rule(
    'the? last|past|latest <number> <weekdays>',
    (count: number, weekday: number): Make =>
      (today) => {
        const newest = newestWeekday(today, weekday);
        const from = addDays(newest, -7 * (Math.max(1, count) - 1));
        return { span: daysSpan(from, newest), weekdays: [weekday] };
      },
  ),
  rule('<number> <weekdays> ago', (count: number, weekday: number) =>
    span((today) => daySpan(addDays(newestWeekday(addDays(today, -1), weekday), 7 - 7 * count))),
  ),
  rule('on? every|each? other|second|alternate|alternating <weekday>', () => vague(EVERY_OTHER)),
  rule('on? every|each? other|second|alternate|alternating <weekdays>', () => vague(EVERY_OTHER)),
  rule(
    'every|each|any <weekday>',
    (weekday: number): Make =>
      () => ({ weekdays: [weekday] }),
  ),
  rule(
    'on? a <weekday>',
    (weekday: number): Make =>
      () => ({ weekdays: [weekday] }),
  ),

  rule('in|during|for|of|over? the? month of <month>', (month: number) =>
    span((today) => namedMonth(today, month)),
  ),
  rule('in|during|for|of|over? <month>', (month: number) =>
    span((today) => namedMonth(today, month)),
  ),
  rule('in|during|for|of|over? <month> <year>', (month: number, year: number) =>
    span((today) => monthOf(today, year, month)),
  ),
  // "Last November", asked in November, is the one of the year before.
  rule('in|during|for|of|over? last <month>', (month: number) =>
    span((today) =>
      Number(today.slice(5, 7)) === month
        ? monthOf(today, Number(today.slice(0, 4)) - 1, month)
        : namedMonth(today, month),
    ),
  ),
  rule('in|during|for|of|over? this <month>', (month: number) =>
    span((today) => namedMonth(today, month)),
  ),
  rule('in|during|for|of|over? <month> to date', (month: number) =>
    span((today) => namedMonth(today, month)),
  ),
  rule('since we|it? opened|started|began? up? in? <month>', (month: number) =>
    span((today) => ({
      ...daysSpan(namedMonth(today, month).days('back')?.from ?? today, today),
      isSince: true,
    })),
  ),
  rule(
    'in|during|over? the? <which> week of|in <whole_month>',
    (which: number, month: (today: string) => Span) =>
      partOf(({ from, to }) =>
        which === 0
          ? [addDays(to, -6), to]
          : [addDays(from, 7 * (which - 1)), addDays(from, 7 * which - 1)],
      )(month),
  ),
  rule(
    'on? the? <which> <weekday> of|in <whole_month>',
    (which: number, weekday: number, month: (today: string) => Span) =>
      partOf((days) => {
        const day = weekdayOfMonth(days, which, weekday);
        return [day, day];
      })(month),
  ),
  rule(
    'in|during|over? the? first <number> days of|in <whole_month>',
    (count: number, month: (today: string) => Span) =>
      partOf(({ from }) => [from, addDays(from, Math.max(1, count) - 1)])(month),
  ),
  rule(
    'in|during|over? the? first <number> weeks of|in <whole_month>',
    (count: number, month: (today: string) => Span) =>
      partOf(({ from }) => [from, addDays(from, 7 * Math.max(1, count) - 1)])(month),
  ),
  rule(
    'in|during|over? the? last|final <number> weeks of|in <whole_month>',
    (count: number, month: (today: string) => Span) =>
      partOf(({ to }) => [addDays(to, 1 - 7 * Math.max(1, count)), to])(month),
  ),
  rule(
    'in|during|over? the? last|final <number> days of|in <whole_month>',
    (count: number, month: (today: string) => Span) =>
      partOf(({ to }) => [addDays(to, 1 - Math.max(1, count)), to])(month),
  ),
  rule(
    'in|during|over? the? first half of|in <whole_month>',
    partOf(({ from }) => [from, addDays(from, 14)]),
  ),
  rule(
    'in|during|over? the? second|last half of|in <whole_month>',
    partOf(({ from, to }) => [addDays(from, 15), to]),
  ),
  rule(
    'between|from? <month> and|to|- <month>',
    (a: number, b: number): Make =>
      (today) => ({
        span: monthsSpan(today, a, b),
        pair: [namedMonth(today, a), namedMonth(today, b)],
      }),
  ),
  rule('between|from? <month> and|to|until|till|through|thru|- <month>', (a: number, b: number) =>
    span((today) => monthsSpan(today, a, b)),
  ),
  rule(
    'from|between? <month> to|until|till|through|thru|and|- the? <point>',
    (month: number, to: Point) =>
      span((today) => {
        const last = to.upTo(today);
        const from = last === null ? null : namedMonth(last, month).days('back');
        return last === null || from === null ? NOWHERE : daysSpan(from.from, last);
      }),
  ),
  rule('in|at|by|near|towards|around? the? <edge>', () => vague(EDGE)),
  rule('in|during|for|of? <year>', (year: number) => span((today) => wholeYear(today, year))),
] as const;

/** The weekdays from one to another, on over Sunday where it comes first. */
function stretchOfWeek(first: number, last: number): Make {
  const length = (last - first + 7) % 7;
  const weekdays = Array.from({ length: length + 1 }, (_, i) => ((first + i - 1) % 7) + 1);
  return () => ({ weekdays });
}

/** "from Monday to Wednesday": the newest that has begun. */
function weekdaysSpan(today: string, first: number, last: number): Span {
  const from = weekdaySpan(today, first, 'near').days('back')?.from ?? today;
  return daysSpan(from, addDays(from, (last - first + 7) % 7));
}

/** The newest such day up to another one. */
function newestWeekday(latest: string, weekday: number): string {
  return weekdaySpan(latest, weekday, 'near').days('back')?.from ?? latest;
}

/** The nth such day of a month, the last for 0. */
function weekdayOfMonth({ from, to }: Days, which: number, weekday: number): string {
  if (which === 0) return newestWeekday(to, weekday);
  const first = newestWeekday(addDays(from, 6), weekday);
  return addDays(first, 7 * (which - 1));
}

/** "from September to October": the newest that have begun. */
function monthsSpan(today: string, first: number, last: number): Span {
  const end = namedMonth(today, last).days('back');
  const begin = end === null ? null : namedMonth(end.from, first).days('back');
  return end === null || begin === null ? NOWHERE : daysSpan(begin.from, end.to);
}
