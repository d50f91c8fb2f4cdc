/**
 * How people name days: a table of phrases and the span each one means. What the words mean is fixed in `docs/questions.md`,
 * "Time". Slots are read by `slots.ts`.
 */

import { addDays, weekdayOf } from '../../../../engine/index.ts';
import { Phrases, rule } from '../text/pattern.ts';
import { dateFrom, dateOf, validDate, type WrittenDate, type WrittenDay } from './absolute.ts';
import { dateName } from './calendar-words.ts';
import {
  type Days,
  daySpan,
  lastDays,
  mondayOf,
  monthOf,
  monthSpan,
  namedMonth,
  type Span,
  weekdayOfWeek,
  weekdaySpan,
  weekendSpan,
  weekSpan,
} from './span.ts';

/** What a phrase gives: a span, a weekday to keep to, or a date that does not exist. Hours of "tonight" come along. */
export interface DatePhrase {
  readonly span?: Span;
  /** 1 is Monday; several are asked back. */
  readonly weekdays?: readonly number[];
  readonly hours?: readonly [number, number];
}

type Make = (today: string) => DatePhrase;
const NOWHERE: Span = { unit: 'day', days: () => null };
const WEEKEND_DAYS = [6, 7];
const WORKDAYS = [1, 2, 3, 4, 5];

const span =
  (make: (today: string) => Span): Make =>
  (today) => ({ span: make(today) });
const day =
  (offset: number, hours?: readonly [number, number]): Make =>
  (today) => ({ span: daySpan(addDays(today, offset)), ...(hours === undefined ? {} : { hours }) });
const named =
  (which: 'near' | 'last' | 'next') =>
  (weekday: number): Make =>
    span((today) => weekdaySpan(today, weekday, which));
const inWeek =
  (offset: number) =>
  (weekday: number): Make =>
    span((today) => weekdayOfWeek(today, weekday, offset));
const days = (count: number): Make => span((today) => lastDays(today, Math.max(1, count)));

/** Held against another time it is the time before that; alone it is counted from today. */
const previous =
  (make: (today: string) => Span): Make =>
  (today) => ({ span: { ...make(today), isBefore: true } });

const RELATIVE = [
  rule('today|todays', () => day(0)),
  rule('yesterday|yesterdays', () => day(-1)),
  rule('tomorrow|tomorrows|tmrw|tmr', () => day(1)),
  rule('the? day before yesterday', () => day(-2)),
  rule('the? day after tomorrow', () => day(2)),
  rule('tonight|tonights', () => day(0, [17, 24])),
  rule('this evening', () => day(0, [17, 24])),
  rule('this morning', () => day(0, [5, 12])),
  rule('this afternoon', () => day(0, [12, 17])),
  rule('last night', () => day(-1, [17, 24])),
  rule('<number> days? ago', (count: number) => day(-count)),
  rule('a|one week ago today?', () => day(-7)),
  rule('a fortnight ago today?', () => day(-14)),

  rule('this|current|running week', () => span((today) => weekSpan(today, 0))),
  rule('the? week so far', () => span((today) => weekSpan(today, 0))),
  rule('week to date', () => span((today) => weekSpan(today, 0))),
  rule('last week', () => span((today) => weekSpan(today, -1))),
  rule('previous|prior|preceding week', () => previous((today) => weekSpan(today, -1))),
  rule('next|coming|following week', () => span((today) => weekSpan(today, 1))),
  rule('the? week before last', () => span((today) => weekSpan(today, -2))),
  rule('<number> weeks ago', (count: number) => span((today) => weekSpan(today, -count))),
  rule('the? past|rolling week', () => days(7)),
  rule('the? last|past|latest <number> days', (count: number) => days(count)),
  rule('the? previous|prior|preceding <number> days', (count: number) =>
    previous((today) => lastDays(today, Math.max(1, count))),
  ),
  rule('the? last|past|latest <number> weeks', (count: number) => days(7 * count)),
  rule('the? previous|prior|preceding <number> weeks', (count: number) =>
    previous((today) => lastDays(today, Math.max(1, 7 * count))),
  ),
  rule('<number> days', (count: number) => days(count)),
  rule('<number> weeks', (count: number) => days(7 * count)),
  rule('over|for the? week', () => days(7)),
  rule('the? last|past fortnight', () => days(14)),
  rule('fortnight', () => days(14)),
  rule('lately|recently', () => days(42)),
  rule('recent weeks', () => days(42)),
  rule('week', () => days(7)),

  rule('this|current|running month', () => span((today) => monthSpan(today, 0))),
  rule('the? month so far', () => span((today) => monthSpan(today, 0))),
  rule('month to date', () => span((today) => monthSpan(today, 0))),
  rule('last month', () => span((today) => monthSpan(today, -1))),
  rule('previous|prior|preceding month', () => previous((today) => monthSpan(today, -1))),
  rule('next|coming month', () => span((today) => monthSpan(today, 1))),
  rule('the? month before last', () => span((today) => monthSpan(today, -2))),
  rule('<number> months ago', (count: number) => span((today) => monthSpan(today, -count))),
  rule('the? past|rolling month', () => days(30)),
  rule('the? last|past|previous <number> months', (count: number) => days(30 * count)),
  rule('this year|quarter', () => span(yearToDate)),
  rule('year to date', () => span(yearToDate)),
  rule('last|previous year', () => span(lastYear)),
  rule('past year', () => days(365)),
  rule('next year|quarter', () => span((today) => daySpan(addDays(today, 365)))),
  rule('all time', () => days(365)),
  rule('since forever|ever|opening', () => days(365)),

  rule('this|the? weekend', () => span((today) => weekendSpan(today, 'this'))),
  rule('last|past|previous weekend', () => span((today) => weekendSpan(today, 'last'))),
  rule('next|coming weekend', () => span((today) => weekendSpan(today, 'next'))),
  rule('on|at|over|every|each? weekends', () => () => ({ weekdays: WEEKEND_DAYS })),
  rule('every|each weekend', () => () => ({ weekdays: WEEKEND_DAYS })),
  rule('on|during? weekdays|workdays', () => () => ({ weekdays: WORKDAYS })),

  rule('the? week before that?', () => span(() => ({ ...before(), unit: 'week' }))),
  rule('the? month before that?', () => span(() => ({ ...before(), unit: 'month' }))),
  rule('the? period|day before that?', () => span(before)),
  rule('the? previous|preceding period|one', () => span(before)),
  rule('before that', () => span(before)),
  rule('<last_alone>', () => span(before)),
] as const;

const NAMED = [
  rule('from? <weekday> to|until|till|- <weekday>', (first: number, last: number) =>
    span((today) => weekdaysSpan(today, first, last)),
  ),
  rule('from? <weekday> to|until|till|- <weekday> last week', (first: number, last: number) =>
    span((today) => weekdaysSpan(addDays(mondayOf(today), -1), first, last)),
  ),
  rule(
    'on? <weekday_of_many>',
    (weekday: number): Make =>
      () => ({ weekdays: [weekday] }),
  ),
  rule('on? <weekday>', named('near')),
  rule('on? this <weekday>', named('near')),
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
  // "the busiest day of the week" is of no week in particular.
  rule('<any_week>', (): Make => () => ({})),
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

  rule('in|during|for|of|over? <month>', (month: number) =>
    span((today) => namedMonth(today, month)),
  ),
  rule('in|during|for|of|over? <month> <year>', (month: number, year: number) =>
    span((today) => monthOf(today, year, month)),
  ),
  rule('in|during|for|of|over? last <month>', (month: number) =>
    span((today) => namedMonth(today, month)),
  ),
  rule('since <month>', (month: number) =>
    span((today) => upTo(today, namedMonth(today, month).days('back')?.from ?? null)),
  ),
  rule('in|during|for|of? <year>', (year: number) => span((today) => wholeYear(today, year))),
] as const;

const WRITTEN = [
  rule('on|for? the? <date>', (date: WrittenDate) => span((today) => writtenSpan(date, today))),
  rule(
    'between|from? the? <date> and|to|until|till|- the? <date>',
    (a: WrittenDate, b: WrittenDate) => span((today) => rangeSpan(a.start, b.start, today)),
  ),
  rule(
    'between|from? the? <ordinal> and|to|until|till|- the? <date>',
    (first: number, b: WrittenDate) =>
      span((today) => rangeSpan({ ...b.start, day: first }, b.start, today)),
  ),
  rule('since|from|after the? <date>', (date: WrittenDate) =>
    span((today) =>
      date.end === null ? upTo(today, dateOf(date.start, today, false)) : writtenSpan(date, today),
    ),
  ),
  rule('on? <weekday> the? <date>', (weekday: number, date: WrittenDate) =>
    span((today) => onWeekday(writtenSpan(date, today), weekday)),
  ),
  rule('from <date> onwards|on|onward', (date: WrittenDate) =>
    span((today) => upTo(today, dateOf(date.start, today, false))),
  ),
  rule('from? <date> to|until|till|- now|today', (date: WrittenDate) =>
    span((today) => upTo(today, dateOf(date.start, today, false))),
  ),
  rule('in? the? week of|from|beginning|starting|commencing? the? <date>', (date: WrittenDate) =>
    span((today) => weekOf(dateOf(date.start, today, false))),
  ),
  rule('since|from last? <weekday>', (weekday: number) =>
    span((today) => upTo(today, weekdaySpan(today, weekday, 'near').days('back')?.from ?? null)),
  ),
  rule('since last week', () => span((today) => upTo(today, addDays(mondayOf(today), -7)))),
  rule('since last month', () =>
    span((today) => upTo(today, monthSpan(today, -1).days('back')?.from ?? null)),
  ),
  rule('since yesterday', () => span((today) => upTo(today, addDays(today, -1)))),
  rule('on? the <nth>', (nth: number) => span((today) => dayOfMonth(nth, today))),
  // What looks like a date and is none: chrono has left it alone.
  rule('on? the? <ordinal> of? <month_only>', () => span(() => NOWHERE)),
  rule('on? <month_only> the? <ordinal>', () => span(() => NOWHERE)),
  rule('on? <no_date>', () => span(() => NOWHERE)),
] as const;

export const DATE_PHRASES = new Phrases<Make>([...RELATIVE, ...NAMED, ...WRITTEN]);

/** "from Monday to Wednesday": the newest that has begun. */
function weekdaysSpan(today: string, first: number, last: number): Span {
  const from = weekdaySpan(today, first, 'near').days('back')?.from ?? today;
  return other(from, addDays(from, (last - first + 7) % 7));
}

function before(): Span {
  return { ...NOWHERE, isBefore: true };
}

function other(from: string, to: string, note?: string): Span {
  const days: Days = { from, to };
  return { unit: 'other', days: () => days, ...(note === undefined ? {} : { note }) };
}

function upTo(today: string, from: string | null): Span {
  return from === null ? NOWHERE : other(from, from > today ? from : today);
}

function weekOf(date: string | null): Span {
  if (date === null) return NOWHERE;
  const monday = mondayOf(date);
  return { ...other(monday, addDays(monday, 6)), unit: 'week' };
}

function yearToDate(today: string): Span {
  return other(`${today.slice(0, 4)}-01-01`, today);
}

function lastYear(today: string): Span {
  return wholeYear(today, Number(today.slice(0, 4)) - 1);
}

function wholeYear(today: string, year: number): Span {
  const end = `${year}-12-31`;
  const from = `${year}-01-01`;
  return other(from, from <= today && end > today ? today : end);
}

function writtenSpan(date: WrittenDate, today: string): Span {
  if (date.end !== null) return rangeSpan(date.start, date.end, today);
  const found = dateOf(date.start, today);
  if (found === null) return NOWHERE;
  const isOtherYear = date.start.year === null && found.slice(0, 4) !== today.slice(0, 4);
  const note =
    date.isNumeric || isOtherYear ? { note: `Took the date as ${dateName(found)}.` } : {};
  return { ...daySpan(found), ...note };
}

function rangeSpan(start: WrittenDay, end: WrittenDay, today: string): Span {
  const dated = { ...start, year: start.year ?? end.year };
  const from = dateOf(dated, today, false);
  if (from === null) return NOWHERE;
  const to = dateFrom(end, from);
  return to === null || to < from ? NOWHERE : other(from, to);
}

/** "the 12th": the newest one. */
function dayOfMonth(nth: number, today: string): Span {
  const [year = 0, month = 1] = today.split('-').map(Number);
  for (let back = 0; back < 12; back++) {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    const date = validDate(first.getUTCFullYear(), first.getUTCMonth() + 1, nth);
    if (date !== null && date <= today) {
      return { ...daySpan(date), note: `Took the ${nth}th as ${dateName(date)}.` };
    }
  }
  return NOWHERE;
}

/** "Sunday 8 November": there is no such date where that day is another one. */
function onWeekday(span: Span, weekday: number): Span {
  const days = span.days('back');
  return days !== null && weekdayOf(days.from) === weekday ? span : NOWHERE;
}
