/** Dates written out, and ranges between any two days that can be pointed at: "from the 3rd to the 10th". */

import { addDays, weekdayOf } from '../../../gym/calendar/zone.ts';
import { rule } from '../text/pattern.ts';
import { dateFrom, dateOf, type WrittenDate, type WrittenDay } from './absolute.ts';
import { dateName, nthName } from './calendar-words.ts';
import { newestOfDay, type Point } from './points.ts';
import {
  type Days,
  daySpan,
  daysSpan,
  mondayOf,
  monthSpan,
  NOWHERE,
  noSpan,
  type Span,
  span,
} from './span.ts';

/** Days where only the end of a range was named: the most that a report looks at (`docs/questions.md`, "Time"). */
const OPEN_DAYS = 42;
/** Longest range that is taken to run over the end of a year: "28 December to 3 January". Chosen here. */
const MAX_OVER_NEW_YEAR = 183;
const BACKWARDS = noSpan(
  'no_such_date',
  'The range runs backwards: its end is before its beginning. Name the earlier day first.',
);

export const WRITTEN = [
  rule('on|for|over|at? the? <date>', (date: WrittenDate) =>
    span((today) => writtenSpan(date, today)),
  ),
  rule('on|over|at? <feast>', (day: WrittenDay) =>
    span((today) => {
      const date = dateOf(day, today);
      return date === null
        ? NOWHERE
        : { note: `Took ${dateName(date)}.`, ...dated(day, date, today) };
    }),
  ),
  // "3 and 10 November" are two days; "between 3 and 10 November" are eight.
  ...[
    'for|over|in|of? the? A to|until|till|through|thru|- the? B',
    'between|from the? A and|to|until|till|through|thru|- the? B',
  ].flatMap((stretch) => [
    rule(stretch.replace('A', '<date>').replace('B', '<date>'), (a: WrittenDate, b: WrittenDate) =>
      span((today) => rangeOfDates(a, b, today)),
    ),
    rule(
      stretch.replace('A', '<ordinal>').replace('B', '<date>'),
      (first: number, { day }: WrittenDate) =>
        span((today) => rangeSpan({ ...day, day: first }, day, today)),
    ),
    rule(
      stretch.replace('A', '<date>').replace('B', '<ordinal>'),
      ({ day }: WrittenDate, last: number) =>
        span((today) => rangeSpan(day, { ...day, day: last }, today)),
    ),
  ]),
  rule('on|for|over|of? the? <ordinal> and the? <date>', (first: number, last: WrittenDate) =>
    span((today) => bothDays({ ...last.day, day: first, weekday: null }, last.day, today)),
  ),
  rule('on|for|over|of? the? <date> and the? <ordinal>', (first: WrittenDate, last: number) =>
    span((today) => bothDays(first.day, { ...first.day, day: last, weekday: null }, today)),
  ),
  rule('between the? <point> and the? <point>', (a: Point, b: Point) =>
    span((today) => between(a, b, today)),
  ),
  rule(
    'from|for|over|of? the? <point> to|until|till|through|thru|- the? <point>',
    (a: Point, b: Point) => span((today) => between(a, b, today)),
  ),
  rule('on? <weekday> the? <date>', (weekday: number, date: WrittenDate) =>
    span((today) => onWeekday(writtenSpan(date, today), weekday)),
  ),
  rule('in|for? the? week of|from|beginning|starting|commencing? the? <point>', (point: Point) =>
    span((today) => weekOf(point.upTo(today))),
  ),
  rule('on|over|in|for? the? weekend of|starting|beginning the? <point>', (point: Point) =>
    span((today) => {
      const day = point.upTo(today);
      const saturday = day === null ? null : addDays(mondayOf(day), 5);
      return saturday === null ? NOWHERE : daysSpan(saturday, addDays(saturday, 1));
    }),
  ),
  rule('in|for? the? wc|wb|wkc the? <point>', (point: Point) =>
    span((today) => weekOf(point.upTo(today))),
  ),
  rule(
    'in|during|for|of|over? iso|calendar? week|weeks|wk|kw|cw number|no|nr? <number>',
    (count: number) => span((today) => numberedWeek(count, today)),
  ),
  rule('in|for? the? w c|b the? <point>', (point: Point) =>
    span((today) => weekOf(point.upTo(today))),
  ),
  rule('in|for? the? w e the? <point>', (point: Point) =>
    span((today) => ending(7, point.upTo(today))),
  ),

  // Only one end is named.
  rule(
    'since|from we|it? opened|started|began? on? the? last? <point> onwards|onward|on?',
    (point: Point) => span((today) => upTo(today, point.upTo(today))),
  ),
  rule('starting|beginning on|from? the? last? <point>', (point: Point) =>
    span((today) => upTo(today, point.upTo(today))),
  ),
  rule('after the? last? <point>', (point: Point) =>
    span((today) => {
      const day = point.upTo(today);
      return day === null ? NOWHERE : upTo(today, addDays(day, 1));
    }),
  ),
  rule('until|till the? <point>', (point: Point) => span((today) => openUntil(point, today))),
  rule('up|leading until|till|to the? <point>', (point: Point) =>
    span((today) => openUntil(point, today)),
  ),
  rule('before|prior the? <point>', (point: Point) =>
    span((today) => openUntil({ upTo: (latest) => dayBefore(point.upTo(latest)) }, today)),
  ),

  // So many days to or from one.
  rule(
    'over|for|in|during? the? last|past? <duration> leading? up? ending|to|until|till|through on|with|to? the? <point>',
    (days: number, point: Point) => span((today) => ending(days, point.upTo(today))),
  ),
  rule(
    'over|for|in|during? the? last|past? <duration> before|preceding the? <point>',
    (days: number, point: Point) => span((today) => ending(days, dayBefore(point.upTo(today)))),
  ),
  rule(
    'the? first? <days_long> from|since|starting|beginning|after on|with|from? the? <point>',
    (days: number, point: Point) =>
      span((today) => {
        const from = point.upTo(today);
        return from === null ? NOWHERE : daysSpan(from, addDays(from, days - 1));
      }),
  ),

  rule('from|since last week to|until|till|through|- the? <point>', (to: Point) =>
    span((today) => fromTo(addDays(mondayOf(today), -7), to.upTo(today))),
  ),
  rule('from|since last month to|until|till|through|- the? <point>', (to: Point) =>
    span((today) => fromTo(monthSpan(today, -1).days('back')?.from ?? null, to.upTo(today))),
  ),
  rule('since last week', () => span((today) => upTo(today, addDays(mondayOf(today), -7)))),
  rule('since last month', () =>
    span((today) => upTo(today, monthSpan(today, -1).days('back')?.from ?? null)),
  ),
  rule('on? the <nth>', (nth: number) => span((today) => dayOfMonth(nth, today))),
  // What looks like a date and is none.
  rule('on? the? <ordinal> of? <month_only>', () => span(() => NOWHERE)),
  rule('on? <month_only> the? <ordinal>', () => span(() => NOWHERE)),
  rule('on? <no_date>', () => span(() => NOWHERE)),
] as const;

function fromTo(from: string | null, to: string | null): Span {
  return from === null || to === null || from > to ? NOWHERE : daysSpan(from, to);
}

function upTo(today: string, from: string | null): Span {
  if (from === null) return NOWHERE;
  return { ...daysSpan(from, from > today ? from : today), isSince: true };
}

function ending(days: number, to: string | null): Span {
  return to === null ? NOWHERE : daysSpan(addDays(to, 1 - Math.max(1, days)), to);
}

function openUntil({ upTo: newest, next }: Point, today: string): Span {
  const to = newest(today);
  if (to === null) return NOWHERE;
  const note = `No beginning was named: took the ${OPEN_DAYS} days up to ${dateName(to)}.`;
  const back: Span = { ...ending(OPEN_DAYS, to), isUntil: true };
  if (next === undefined) return { ...back, note };
  const ahead = { from: today, to: next(today) };
  return { ...back, note, days: (look) => (look === 'ahead' ? ahead : back.days(look)) };
}

function dayBefore(date: string | null): string | null {
  return date === null ? null : addDays(date, -1);
}

function weekOf(date: string | null): Span {
  if (date === null) return NOWHERE;
  const monday = mondayOf(date);
  return { ...daysSpan(monday, addDays(monday, 6)), unit: 'week' };
}

/** "Week 45" of the calendar: the newest that has begun, or the next. The first of a year has its 4 January. */
function numberedWeek(count: number, today: string): Span {
  if (count < 1 || count > 53) return NOWHERE;
  const year = Number(today.slice(0, 4));
  const mondays = [year - 1, year, year + 1].map((one) =>
    addDays(mondayOf(`${one}-01-04`), 7 * (count - 1)),
  );
  const [next] = mondays.filter((monday) => addDays(monday, 6) >= today);
  const last = mondays.filter((monday) => monday <= today).at(-1);
  const back = weekOf(last ?? null);
  return {
    ...back,
    days: (look) => weekOf((look === 'ahead' ? next : last) ?? null).days(look),
    note: `Took week ${count} as that of the calendar.`,
  };
}

function writtenSpan({ day, isNumeric }: WrittenDate, today: string): Span {
  const found = dateOf(day, today);
  if (found === null) return NOWHERE;
  const isOtherYear = day.year === null && found.slice(0, 4) !== today.slice(0, 4);
  const note = isNumeric || isOtherYear ? { note: `Took the date as ${dateName(found)}.` } : {};
  const swapped = dateOf({ ...day, day: day.month, month: day.day }, today, false);
  const isOther = isNumeric && swapped !== null && swapped !== found && swapped <= today;
  const hint = isOther ? { hint: `The day comes first; ${dateName(swapped)} may be meant.` } : {};
  return { ...note, ...dated(day, found, today), ...hint };
}

/** The day that is meant; what is still to come is the nearest one: "classes on 5 January", asked in November. */
function dated(day: WrittenDay, found: string, today: string): Span {
  const next = day.year === null ? dateFrom(day, today) : null;
  const away = (date: string): number => Math.abs(Date.parse(date) - Date.parse(today));
  const isNext = next !== null && away(next) < away(found);
  return isNext
    ? {
        ...daySpan(found),
        days: (look) => daysOf(look === 'ahead' ? next : found),
        note: `Took ${dateName(found)}, of what is to come ${dateName(next)}.`,
      }
    : daySpan(found);
}

const daysOf = (date: string): Days => ({ from: date, to: date });

/** The later point is the newest up to today, the earlier one the newest before that. */
function between(a: Point, b: Point, today: string): Span {
  if (a.written !== undefined && b.written !== undefined)
    return rangeSpan(a.written, b.written, today);
  const to = b.upTo(today);
  if (to === null) return NOWHERE;
  const from = a.upTo(to);
  if (from === null) return NOWHERE;
  if (from > to) return BACKWARDS;
  const back = daysSpan(from, to);
  if (a.next === undefined || b.next === undefined) {
    return { ...back, note: `Took ${dateName(from)} to ${dateName(to)}.` };
  }
  const first = a.next(today);
  const ahead = { from: first, to: b.next(first) };
  return { ...back, days: (look) => (look === 'ahead' ? ahead : back.days(look)) };
}

/** "19 and 20 November": one after the other; days apart are no range. */
function bothDays(first: WrittenDay, second: WrittenDay, today: string): Span {
  const both = rangeSpan(first, second, today);
  const days = both.days('back');
  const isRun = days !== null && addDays(days.from, 1) === days.to;
  return days === null || isRun
    ? both
    : noSpan('not_understood', 'Two days that are apart were named: ask for one after the other.');
}

function rangeOfDates(a: WrittenDate, b: WrittenDate, today: string): Span {
  const span = rangeSpan(a.day, b.day, today);
  const days = span.days('back');
  const isDoubtful = (one: WrittenDate): boolean => one.isNumeric && one.day.day <= 12;
  if (days === null || !(isDoubtful(a) || isDoubtful(b))) return span;
  return { ...span, note: `Took the dates as ${dateName(days.from)} to ${dateName(days.to)}.` };
}

function rangeSpan(start: WrittenDay, end: WrittenDay, today: string): Span {
  const dated = { ...start, year: start.year ?? end.year };
  const from = dateOf(dated, today, false);
  if (from === null) return NOWHERE;
  const to = dateFrom(end, from);
  if (to === null) return NOWHERE;
  const isLong = to > addDays(from, MAX_OVER_NEW_YEAR) && to.slice(0, 4) !== from.slice(0, 4);
  return to < from || (isLong && end.year === null) ? BACKWARDS : daysSpan(from, to);
}

/** "the 12th": the newest one. */
function dayOfMonth(nth: number, today: string): Span {
  const date = newestOfDay(nth, today);
  if (date === null) return NOWHERE;
  return { ...daySpan(date), note: `Took the ${nthName(nth)} as ${dateName(date)}.` };
}

/** "Sunday 8 November": there is no such date where that day is another one. */
function onWeekday(span: Span, weekday: number): Span {
  const days = span.days('back');
  return days !== null && weekdayOf(days.from) === weekday ? span : NOWHERE;
}
