/** Days counted from today: "last week", "the past ten days", "a month ago". */

import { addDays } from '../../../gym/calendar/zone.ts';
import { rule } from '../text/pattern.ts';
import { dateName } from './calendar-words.ts';
import {
  before,
  daySpan,
  daysSpan,
  lastDays,
  type Make,
  mondayOf,
  monthOf,
  monthSpan,
  NOWHERE,
  namedMonth,
  noSpan,
  type Span,
  span,
  vague,
  weekendSpan,
  weekSpan,
} from './span.ts';

const WEEKEND_DAYS = [6, 7];
const WORKDAYS = [1, 2, 3, 4, 5];
/** As far back as anything is kept: five years. */
const HISTORY_DAYS = 1_826;
/** What "a few" is taken for, and said. Chosen here. */
const FEW = 3;

const day =
  (offset: number, part?: 'morning' | 'afternoon' | 'evening'): Make =>
  (today) => ({ span: daySpan(addDays(today, offset)), ...(part === undefined ? {} : { part }) });
const days = (count: number): Make => span((today) => lastDays(today, Math.max(1, count)));

/** Held against another time it is the time before that; alone it is counted from today. */
const previous =
  (make: (today: string) => Span): Make =>
  (today) => ({ span: { ...make(today), isBefore: true } });

/** The same day some months back, the last of a shorter month: said, for it could be the month. */
const monthsBack = (count: number): Make =>
  span((today) => {
    const [year = 0, month = 1, dayOf = 1] = today.split('-').map(Number);
    const last = monthOf(today, year, month - count).days('ahead')?.to ?? today;
    const date = `${last.slice(0, 8)}${String(Math.min(dayOf, Number(last.slice(8)))).padStart(2, '0')}`;
    return { ...daySpan(date), note: `Took ${dateName(date)}.` };
  });

/** "this time last week": the whole of that day, for figures are of days. */
const thatDay = (offset: number): Make =>
  span((today) => {
    const date = addDays(today, offset);
    return { ...daySpan(date), note: `Looked at the whole of ${dateName(date)}.` };
  });

/** "The same day last week": seven days before the day it is held against, today without one. */
const weekEarlier: Make = (today) => ({
  span: { ...daySpan(addDays(today, -7)), isBefore: true, shift: 7 },
});

/** "the same point last month": as far into it as this one is now. */
const asFar = (unit: 'week' | 'month'): Make =>
  span((today) => {
    if (unit === 'week') return daysSpan(addDays(mondayOf(today), -7), addDays(today, -7));
    const month = monthSpan(today, -1).days('ahead') ?? { from: today, to: today };
    const to = addDays(month.from, Number(today.slice(8)) - 1);
    return to < month.to ? daysSpan(month.from, to) : daysSpan(month.from, month.to);
  });

/** "the 7 before": as many days as those they are held against, or no such days. */
const beforeOf =
  (unit: number) =>
  (count: number): Make =>
    span(() => ({ ...before(), count, countUnit: unit }));

const few = (unit: number, name: string): Make =>
  span((today) => ({
    ...lastDays(today, FEW * unit),
    note: `Took a few ${name} as ${FEW} of them.`,
  }));

const EVERY_OTHER =
  'Every other one cannot be picked: ask for all of them, or for one by its date.';
const FAR_AHEAD =
  'That is still to come: figures are of classes that were held, and the timetable is known up to the end of tomorrow.';

/** Calendar quarters; -1 is the one before this one. */
function quarterOf(today: string, offset: number): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const first = 3 * Math.floor((month - 1) / 3) + 1 + 3 * offset;
  const from = monthOf(today, year, first).days('ahead')?.from ?? today;
  return { from, to: monthOf(today, year, first + 2).days('ahead')?.to ?? today };
}

/** The newest quarter of this number that has begun, up to today. */
function namedQuarter(today: string, count: number): Span {
  const now = quarterOf(today, 0);
  const own = Math.ceil(Number(now.from.slice(5, 7)) / 3);
  const { from, to } = quarterOf(today, count <= own ? count - own : count - own - 4);
  return daysSpan(from, to > today ? today : to);
}

/** From today on. */
function restOf(today: string, whole: Span): Span {
  const to = whole.days('ahead')?.to ?? today;
  return to < today ? NOWHERE : daysSpan(today, to);
}

function yearToDate(today: string): Span {
  return daysSpan(`${today.slice(0, 4)}-01-01`, today);
}

/** This year up to today, or a whole one that is over. */
export function wholeYear(today: string, year: number): Span {
  if (year === Number(today.slice(0, 4))) return yearToDate(today);
  if (year > Number(today.slice(0, 4))) return noSpan('no_such_date', FAR_AHEAD);
  return daysSpan(`${year}-01-01`, `${year}-12-31`);
}

export const RELATIVE = [
  rule('today|todays', () => day(0)),
  rule('yesterday|yesterdays', () => day(-1)),
  // "Takings from yesterday" are of that day.
  rule('from yesterday|yesterdays <end>', () => day(-1)),
  rule('tomorrow|tomorrows|tmrw|tmr', () => day(1)),
  rule('the? day before yesterday', () => day(-2)),
  rule('the? day after tomorrow', () => day(2)),
  rule('tonight|tonights', () => day(0, 'evening')),
  rule('this evening', () => day(0, 'evening')),
  rule('this morning', () => day(0, 'morning')),
  rule('this afternoon', () => day(0, 'afternoon')),
  rule('last night', () => day(-1, 'evening')),
  rule('<number> days? ago', (count: number) => day(-count)),
  rule('a|one week ago today?', () => day(-7)),
  rule('a|one month ago today?', () => monthsBack(1)),
  rule('a|one year ago today?', () => monthsBack(12)),
  rule('the? this|same time|day|weekday|hour last|previous week', () => weekEarlier),
  rule('the? this|same time yesterday', () => thatDay(-1)),
  rule('the? this|same time|day|date last|previous month', () => monthsBack(1)),
  rule('the? this|same time|day|date last|previous year', () => monthsBack(12)),
  rule('the? this|same point|stage|stretch|period of|in? last|previous week', () => asFar('week')),
  rule('the? this|same point|stage|stretch|period of|in? last|previous month', () =>
    asFar('month'),
  ),
  rule('the? same days|dates|point|stage|stretch|period of|in|from <month>', (month: number) =>
    span((today) => {
      const whole = namedMonth(today, month).days('ahead');
      const to = whole === null ? today : addDays(whole.from, Number(today.slice(8)) - 1);
      return whole === null ? NOWHERE : daysSpan(whole.from, to < whole.to ? to : whole.to);
    }),
  ),
  rule('the? same days|dates of|in|from last|previous month', () => asFar('month')),
  rule('the? last|past few|several days', () => few(1, 'days')),
  rule('the? last|past few|several weeks', () => few(7, 'weeks')),
  rule('every|each other|second day|week|weekend|month', () => vague(EVERY_OTHER)),
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
  rule('the? last|past|latest <number> days|day', (count: number) => days(count)),
  rule('the? previous|prior|preceding <number> days', (count: number) =>
    previous((today) => lastDays(today, Math.max(1, count))),
  ),
  rule('the? last|past|latest <number> weeks|week', (count: number) => days(7 * count)),
  rule('the? previous|prior|preceding <number> weeks', (count: number) =>
    previous((today) => lastDays(today, Math.max(1, 7 * count))),
  ),
  rule('<number> days', (count: number) => days(count)),
  rule('<number> weeks', (count: number) => days(7 * count)),
  rule('<number> months', (count: number) => days(30 * count)),
  rule('over|for the? week', () => days(7)),
  rule('the? last|past fortnight', () => days(14)),
  rule('fortnight', () => days(14)),
  rule('lately|recently', () => days(42)),
  rule('recent weeks', () => days(42)),

  rule('this|current|running month', () => span((today) => monthSpan(today, 0))),
  rule('the? month so far', () => span((today) => monthSpan(today, 0))),
  rule('month to date', () => span((today) => monthSpan(today, 0))),
  rule('last month', () => span((today) => monthSpan(today, -1))),
  rule('previous|prior|preceding month', () => previous((today) => monthSpan(today, -1))),
  rule('next|coming month', () => span((today) => monthSpan(today, 1))),
  rule('the? month before last', () => span((today) => monthSpan(today, -2))),
  rule('<number> months ago', (count: number) => span((today) => monthSpan(today, -count))),
  rule('the? past|rolling month', () => days(30)),
  rule('the? last|past|previous <number> months|month', (count: number) => days(30 * count)),
  rule('this year', () => span(yearToDate)),
  rule('this|current quarter', () => span((today) => daysSpan(quarterOf(today, 0).from, today))),
  rule('quarter to date', () => span((today) => daysSpan(quarterOf(today, 0).from, today))),
  rule('last|previous|past quarter', () =>
    span((today) => {
      const { from, to } = quarterOf(today, -1);
      return daysSpan(from, to);
    }),
  ),
  rule('year to date', () => span(yearToDate)),
  rule('ytd', () => span(yearToDate)),
  rule('mtd', () => span((today) => monthSpan(today, 0))),
  rule('wtd', () => span((today) => weekSpan(today, 0))),
  rule('in|during|for|of? q <number>', (count: number): Make | null =>
    count >= 1 && count <= 4 ? span((today) => namedQuarter(today, count)) : null,
  ),
  rule('in|during|for|of? the? first|second|third|fourth quarter', () =>
    vague('Name the quarter as Q1 to Q4.'),
  ),
  rule('for|over? the? rest|remainder of the? this? week', () =>
    span((today) => restOf(today, weekSpan(today, 0))),
  ),
  rule('for|over? the? rest|remainder of the? this? month', () =>
    span((today) => restOf(today, monthSpan(today, 0))),
  ),
  rule('for|over? the? rest|remainder of <month>', (month: number) =>
    span((today) => restOf(today, namedMonth(today, month))),
  ),
  rule('of the month', () =>
    span((today) => ({ ...monthSpan(today, 0), note: 'Took the month as this month.' })),
  ),
  rule('last|previous year', () =>
    span((today) => wholeYear(today, Number(today.slice(0, 4)) - 1)),
  ),
  rule('the? past year', () => days(365)),
  rule('the? last|past half year', () => days(182)),
  rule('next year|quarter', () => span(() => noSpan('no_such_date', FAR_AHEAD))),
  rule('of? all time', () => days(HISTORY_DAYS)),
  rule('ever', () => days(HISTORY_DAYS)),
  rule('on record', () => days(HISTORY_DAYS)),
  rule('since forever|ever|opening', () => days(HISTORY_DAYS)),
  rule('since we|i|it opened|started|began|launched up?', () => days(HISTORY_DAYS)),

  rule('on|at|in|of|among|for? the weekend <many_ahead>', () => () => ({ weekdays: WEEKEND_DAYS })),
  rule('on|at|over? this|the weekend', () => span((today) => weekendSpan(today, 'this'))),
  rule('weekend|weekends class|classes|session|sessions', () => () => ({ weekdays: WEEKEND_DAYS })),
  rule('weekend', () => () => ({ weekdays: WEEKEND_DAYS })),
  rule('last|past|previous weekend', () => span((today) => weekendSpan(today, 'last'))),
  rule('next|coming weekend', () => span((today) => weekendSpan(today, 'next'))),
  rule('on|at|over|every|each? weekends', () => () => ({ weekdays: WEEKEND_DAYS })),
  rule('every|each weekend', () => () => ({ weekdays: WEEKEND_DAYS })),
  rule('on|during|for|at|of|over weekdays|workdays', () => () => ({ weekdays: WORKDAYS })),
  rule('workdays', () => () => ({ weekdays: WORKDAYS })),
  rule('working days', () => () => ({ weekdays: WORKDAYS })),
  rule('monday|mondays|mon to|-|through friday|fridays|fri', () => () => ({ weekdays: WORKDAYS })),

  rule('the? week before that?', () => span(() => ({ ...before(), unit: 'week' }))),
  rule('the? month before that?', () => span(() => ({ ...before(), unit: 'month' }))),
  rule('the? period|day before that?', () => span(before)),
  rule('the? previous|preceding period', () => span(before)),
  rule('before that', () => span(before)),
  rule('the? previous|preceding one', () => span(() => ({ ...before(), isOfWeek: true }))),
  rule('the one before that?', () => span(() => ({ ...before(), isOfWeek: true }))),
  rule('<last_alone>', () => span(before)),
  rule('the? <number> before|earlier|prior that?', beforeOf(0)),
  rule('the? <number> months before|earlier|prior that?', beforeOf(30)),
  rule('the? <number> days before|earlier|prior that?', beforeOf(1)),
  rule('the? <number> weeks before|earlier|prior that?', beforeOf(7)),
  rule('the? previous|prior|preceding <number> <end>', beforeOf(0)),
  rule('the? weekend before|earlier that?', () => span(() => ({ ...before(), unit: 'weekend' }))),
  rule('the? period|time before|earlier', () => span(before)),
  rule('the? <weekday> before|earlier', (weekday: number) =>
    span(() => ({ ...before(), unit: 'day', weekday })),
  ),
] as const;
