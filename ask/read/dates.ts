/** How people name days. What the words mean is fixed in `docs/questions.md`, "Time". */

import { addDays } from '../../gym/calendar/zone.ts';
import {
  dateName,
  daysTime,
  isDays,
  lastDays,
  MONTHS,
  mondayOf,
  monthFrom,
  monthTime,
  NTHS,
  NUMBERS,
  namedMonth,
  newestWeekday,
  noTime,
  quarterTime,
  type Time,
  type Unit,
  WEEKDAYS,
  weekdayTime,
  weekendTime,
  weekTime,
  wholeOf,
  yearTime,
} from './calendar.ts';
import { type Phrase, Phrases, patternsOf, phrase } from './phrases.ts';
import {
  dateFrom,
  FEASTS,
  type Make,
  newestOfDay,
  type Point,
  SLOTS,
  type Written,
  writtenDate,
} from './written-dates.ts';

/**
 * Times that a count makes: `week -1` stands before the phrases of last week, and `n` in a count is the number that was read.
 * A third word is the part of the day, or what else the kind takes.
 */
const COUNTED = `
day 0: today|todays
day -1: from? yesterday|yesterdays
day 1: tomorrow|tomorrows
day -2: the? day before yesterday
day 2: the? day after tomorrow
day 0 evening: tonight / this evening
day 0 morning: this morning
day 0 afternoon: this afternoon
day -1 evening: last night / yesterday evening
day 1 evening: tomorrow night
day -n: <number> days? ago
day -7: a|one week ago today?
day -14: a fortnight ago
date -1: a|one month ago / the? this|same time|day|date last|previous month
date -12: a|one year ago
shift -7 week: the? this|same day|weekday|one|night|time last|previous week / the? same day|weekday|night|time the? week before / a|one week earlier|before
shift -365 year: the? this|same time|day|date|week|month|period|weekend|stage|point last|previous year / a|one year earlier|before
until_now 0: the? this|same time|day|weekday|point|stage|period of|in? last|previous week
week 0: in|during|for|of|over? this|current|running week|weeks / the? week so far / week to date / wtd / so far this week
week -1: in|during|for|of|over? last week|weeks / the? week just gone
week 1: for|in|during? next|coming|following week|weeks / the? week ahead
week -2: the? week before last
week -n: <number> weeks ago
weekend 0: at|over|on|for|during? the|this weekend
weekend -1: last|past|previous weekend / the? weekend just gone|past
weekend 1: next|coming weekend
month 0: in|during|for|of|over? this|current|running month|months / the? month so far / month to date / mtd / so far this month / of the month
month -1: in|during|for|of|over? last month|months / the? month just gone
month 1: for|in|during? next|coming month
month -2: the? month before last
month -n: <number> months ago
quarter 0: this|current quarter / quarter to date / qtd
quarter -1: last|previous|past quarter
year 0: in|during? this|current year / year to date / ytd / the? year so far
year -1: last|previous year
year 99: next year|quarter
last n: in|over|for|during? the? last|past|latest|rolling <number> day|days / <number> days
last 7n: in|over|for|during? the? last|past|latest|rolling <number> week|weeks / <number> weeks
last 14n: in|over|for|during? the? last|past|latest|rolling <number> fortnight|fortnights
last 30n: in|over|for|during? the? last|past|latest|rolling <number> month|months / <number> months
last 3: the? last|past|these few|several day|days
last 21: the? last|past|these few|several week|weeks
last 90: the? last|past|these few|several month|months
last 7: the? past|rolling week / over|for the week
last 14: the? last|past fortnight / a|the? fortnight
last 30: the? past|rolling month / the? last|past 30
last 42: lately|recently / recent weeks / these days / at the moment lately
last 182: the? last|past half year
last 365: the? past year / the? last|past twelve months
last 1826: of? all time / on record / since we|i|it? opened|started|began / since forever|ever|opening / to date / ever <end> / we|i have? ever had|seen|run|done|got
before 0 week: the? week before|prior that|this? / the? week earlier
before 0 month: the? month before|prior that|this? / the? month earlier
before 0 weekend: the? weekend before that?
before 0 day: the? day before that?
before 0 other: the? period|time before that? / the? previous|preceding|prior period|one / before that / the? one before that|it? / the? last|previous one / last <end> / the? previous <end>
before n other: the? <number> day|days before|earlier|prior|previous that? / the? <number> day|days before this|these|then|it
before 7n other: the? <number> week|weeks before|earlier|prior|previous that? / the? <number> week|weeks before this|these|then|it
before 30n other: the? <number> month|months before|earlier|prior|previous that? / the? <number> month|months before this|these|then|it
previous -1 week: the? previous|prior|preceding week
previous -1 month: the? previous|prior|preceding month
`;

type Part = 'morning' | 'afternoon' | 'evening';

const KINDS: Readonly<Record<string, (count: number, word: string | undefined) => Make>> = {
  day: (count, part) => (today) => {
    const day = addDays(today, count);
    return daysTime(day, day, part === undefined ? {} : { part: part as Part });
  },
  date: (count) => (today) => monthsBack(today, -count),
  shift: (count, by) => (today) => ({
    ...daysTime(addDays(today, count), addDays(today, count)),
    before: { unit: 'day', shift: by as 'week' | 'year' },
  }),
  until_now: () => (today) => daysTime(mondayOf(addDays(today, -7)), addDays(today, -7)),
  week: (count) => (today) => weekTime(today, count),
  weekend: (count) => (today) => weekendTime(today, count as -1 | 0 | 1),
  month: (count) => (today) => monthFrom(today, count),
  quarter: (count) => (today) => quarterTime(today, count),
  year: (count) => (today) => yearTime(today, Number(today.slice(0, 4)) + count),
  last: (count) => (today) => lastDays(today, count),
  before: (count, unit) => () => before(unit as Unit, count),
  previous: (count, unit) => (today) => ({
    ...(unit === 'week' ? weekTime(today, count) : monthFrom(today, count)),
    before: { unit: unit as Unit },
  }),
};

const before = (unit: Unit, count = 0, weekday?: number): Time => ({
  ...noTime('Before what? Name a time that it is before.'),
  unit,
  before: {
    unit,
    ...(count === 0 ? {} : { count }),
    ...(weekday === undefined ? {} : { weekday }),
  },
});

/** `7n` of the number that was read. */
function countOf(text: string, read: number): number {
  const [, sign, factor, isRead] = /^(-?)(\d*)(n?)$/.exec(text) ?? [];
  const size = Number(factor === '' ? 1 : factor) * (isRead === 'n' ? read : 1);
  return sign === '-' ? -size : size;
}

const rules: Phrase<Make>[] = [];
const add = (patterns: string, make: (...values: never[]) => Make | null): void => {
  for (const pattern of patternsOf(patterns)) rules.push(phrase<Make>(pattern, make, SLOTS));
};

for (const line of COUNTED.trim().split('\n')) {
  const [head = '', patterns = ''] = line.split(': ');
  const [kind = '', count = '', word] = head.split(' ');
  add(patterns, (read = 0) => KINDS[kind]?.(countOf(count, read), word) ?? null);
}
add(
  'the? <number> before|earlier|prior that? / the? previous|prior|preceding <number> <end>',
  (count: number) => (count === 1 ? null : () => before('other', -count)),
);

/** Days of every week. */
const WEEKLY = `
6 7: on|at|over|during|of|in? weekends / weekend <many> / every|each|a weekend / on|at|over? the weekends / weekend / at the weekend / weekend days|classes|sessions
1 2 3 4 5: on|during|at|of|over|for weekdays|workdays / weekdays|workdays only / working days / workdays / on|at|for? weekday|weekdays <many> / during|in the week / midweek
`;
const everyWeek = (weekdays: readonly number[]): Time => ({
  ...noTime('Those days are of every week.'),
  weekdays,
});
for (const line of WEEKLY.trim().split('\n')) {
  const [days = '', patterns = ''] = line.split(': ');
  add(patterns, () => () => everyWeek(days.split(' ').map(Number)));
}

function monthsBack(today: string, count: number): Time {
  const { to } = wholeOf(monthFrom(today, -count));
  const day = Math.min(Number(today.slice(8)), Number(to.slice(8)));
  const found = `${to.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return daysTime(found, found, { note: `Took ${dateName(found)}.` });
}

/** As far into an earlier month as this one is now. */
function sameDays(today: string, time: Time): Time {
  const { from, to } = wholeOf(time);
  const last = addDays(from, Number(today.slice(8)) - 1);
  return daysTime(from, last < to ? last : to);
}

const spanOfWeek = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => ((first + i - 1) % 7) + 1);

const of = (day: Written, today: string, mayCome = true) => writtenDate(day, today, mayCome);
const shifted = (date: string | null, by: number) => (date === null ? null : addDays(date, by));

add('in|during|for|of? <year>', (year: number) => (today) => yearTime(today, year));
add('in|during|for|of? q <number> so? far?', (count: number) =>
  count < 1 || count > 4
    ? null
    : (today) => {
        const own = Math.ceil(Number(today.slice(5, 7)) / 3);
        return quarterTime(today, count <= own ? count - own : count - own - 4);
      },
);
add(
  'for|over? the? rest|remainder of the|this? week',
  () => (today) => daysTime(today, wholeOf(weekTime(today, 0)).to),
);
add(
  'for|over? the? rest|remainder of the|this? month',
  () => (today) => daysTime(today, wholeOf(monthFrom(today, 0)).to),
);
add(
  'the? this|same point|stage|period|days|dates of|in? last|previous month',
  () => (today) => sameDays(today, monthFrom(today, -1)),
);
add(
  'the? this|same point|stage|period|days|dates of|in|from? <month>',
  (month: number) => (today) => sameDays(today, namedMonth(today, month)),
);

add(
  'for|over? the? rest|remainder of <month>',
  (month: number) => (today) => daysTime(today, wholeOf(namedMonth(today, month)).to),
);
add('the? <weekday> before|earlier that?', (day: number) => () => before('day', 0, day));
add('on|for|from|of? <weekday>', (day: number) => (today) => ({
  ...weekdayTime(today, day, 'near'),
  weekdays: [day],
  isEither: true,
}));
add(
  'on|for|from|of? this|this coming? <weekday>',
  (day: number) => (today) => weekdayTime(today, day, 'near'),
);
add(
  'on|for|this? next|coming|this coming? <weekday>',
  (day: number) => (today) => weekdayTime(today, day, 'next'),
);
add(
  'on|for|from? last|past|previous <weekday> / on? <weekday> just gone|past',
  (day: number) => (today) => weekdayTime(today, day, 'last'),
);
for (const [which, week] of [
  ['last', -8],
  ['this', -1],
  ['next', 6],
] as const)
  add(
    `on? <weekday> of|in? the? ${which} week / ${which} week on? <weekday>`,
    (day: number) => (today) => {
      const date = addDays(mondayOf(today), day + week);
      return daysTime(date, date);
    },
  );
add('week <number>', (count: number) =>
  count < 1 || count > 53
    ? null
    : (today) => {
        const now = Number(today.slice(0, 4));
        const from = [now, now - 1]
          .map((year) => addDays(mondayOf(`${year}-01-04`), 7 * (count - 1)))
          .find((date) => date <= today);
        const last = shifted(from ?? null, 6);
        return {
          ...daysTime(from ?? null, last !== null && last > today ? today : last),
          unit: 'week',
        };
      },
);
add(
  'on|at|of|for|from|during? <weekdays> / on|of? every|each|any|a <weekday> / on|of? every|each|any <weekdays>',
  (day: number) => () => everyWeek([day]),
);
add(
  'from|on? <weekdays> to|through|until|- <weekdays> / from|on? <weekday> to|through|until|- <weekdays>',
  (first: number, last: number) => () => everyWeek(spanOfWeek(first, last)),
);
add('from? <weekday> to|through|until|- <weekday>', (first: number, last: number) => (today) => {
  const days = spanOfWeek(first, last);
  if (first === 1 && last === 5) return everyWeek(days);
  const from = newestWeekday(today, first);
  return daysTime(from, addDays(from, days.length - 1));
});
add('the? last|past|latest <number> <weekdays>', (count: number, day: number) => (today) => {
  const newest = newestWeekday(today, day);
  return daysTime(addDays(newest, -7 * (Math.max(1, count) - 1)), newest, {
    unit: 'other',
    weekdays: [day],
  });
});
add(
  'on? every|each? other|second|alternate <weekday> / on? every|each? other|second|alternate <weekdays> / every|each other|second day|week|weekend|month',
  () => () =>
    noTime('Every other one cannot be picked: ask for all of them, or for one by its date.'),
);

add(
  'in|during|for|of|over|from|this? the? month? of? <month> / in|during|for|of? <month> to date / in|during? <month> so far / so far in? <month>',
  (month: number) => (today) => namedMonth(today, month),
);
add(
  'in|during|for|of|over? <month> <year>',
  (month: number, year: number) => (today) => monthTime(today, year, month),
);
add(
  'in|during|for|of|over? <month> last year',
  (month: number) => (today) => monthTime(today, Number(today.slice(0, 4)) - 1, month),
);
add(
  'in|during|for|of|over? last <month>',
  (month: number) => (today) =>
    Number(today.slice(5, 7)) === month
      ? monthTime(today, Number(today.slice(0, 4)) - 1, month)
      : namedMonth(today, month),
);
add(
  'between|from? <month> and|to|until|till|through|thru|- <month>',
  (first: number, last: number) => (today) => {
    const till = namedMonth(today, last);
    const { from } = wholeOf(namedMonth(wholeOf(till).from, first));
    const days = till.days('back');
    const pair = [namedMonth(today, first), namedMonth(today, last)] as const;
    return { ...daysTime(from, isDays(days) ? days.to : null), pair };
  },
);
add(
  'in|during|over? the? <nth> week of|in <whole_month>',
  (which: number, whole: Make) => (today) => {
    const { from, to } = wholeOf(whole(today));
    const first = which === 0 ? addDays(to, -6) : addDays(from, 7 * (which - 1));
    return daysTime(first, addDays(first, 6));
  },
);
add(
  'on? the? <nth> <weekday> of|in <whole_month>',
  (which: number, day: number, whole: Make) => (today) => {
    const { from, to } = wholeOf(whole(today));
    const date =
      which === 0
        ? newestWeekday(to, day)
        : addDays(newestWeekday(addDays(from, 6), day), 7 * (which - 1));
    return daysTime(date, date);
  },
);
add('in|during|over? the? first half of|in <whole_month>', (whole: Make) => (today) => {
  const { from } = wholeOf(whole(today));
  return daysTime(from, addDays(from, 14));
});
add('in|during|over? the? second|last half of|in <whole_month>', (whole: Make) => (today) => {
  const { from, to } = wholeOf(whole(today));
  return daysTime(addDays(from, 15), to);
});
add(
  'in|at|by|near|towards|around? the? end|middle of the? <month> / in|at|by|near|towards|around? the? end|middle of the? <whole_month> / early|late|mid in? <month>',
  () => () =>
    noTime(
      'Which days those are was not understood: name them by their dates, or ask for the first or last week of a month.',
    ),
);
add(
  'for|in|during? the? week of|beginning|commencing|starting|from the? <point> / for? w c the? <point> / for? w b the? <point> / wc|wb <point> / in|for|during? the? week with|containing <point>',
  (at: Point) => (today) => {
    const date = at(today, true);
    const monday = date === null ? null : mondayOf(date);
    const last = shifted(monday, 6);
    const isRunning = monday !== null && last !== null && last > today && monday <= today;
    return { ...daysTime(monday, isRunning ? today : last), unit: 'week' };
  },
);
add(
  'for|in? the? week ending|to <date> / w e <date>',
  (day: Written) => (today) => daysTime(shifted(of(day, today), -6), of(day, today)),
);
add(
  'the? fortnight to|ending the? <date>',
  (day: Written) => (today) => daysTime(shifted(of(day, today), -13), of(day, today)),
);
add('on|for|of|from? the? <date>', (day: Written) => (today) => {
  const date = of(day, today);
  const isGuessed = day.isNumeric === true && day.year === null && date !== null;
  return daysTime(date, date, {
    unit: 'day',
    ...(isGuessed && { note: `Took the date as ${dateName(date)}.` }),
  });
});
add(
  'on|for|of? the? <nth_day>',
  (day: number) => (today) => daysTime(newestOfDay(day, today), newestOfDay(day, today)),
);
add(
  'since|from the? <point> onwards|on? / since the? <point> till|until to|now|today / starting from|on? the? <point>',
  (at: Point) => (today) => daysTime(at(today, false), today, { unit: 'other', isSince: true }),
);
add(
  'after the? <date>',
  (day: Written) => (today) =>
    daysTime(shifted(of(day, today, false), 1), today, { unit: 'other', isSince: true }),
);
add(
  'until|before the? <date> / up to|until the? <date>',
  (day: Written) => (today) =>
    daysTime(shifted(of(day, today), -41), of(day, today), { unit: 'other', isUntil: true }),
);
add(
  'from|between? the? <date> to|until|through|thru|and|- the? <date> / from? the? <date> up to the? <date>',
  (first: Written, last: Written) => (today) => datesRange(today, first, last),
);
add(
  'between|from? <number> and|to|- <date> / from? the? <nth_day> to|until|till|-|and the? <date>',
  (day: number, last: Written) =>
    day > 31 ? null : (today) => datesRange(today, { ...last, day, weekday: null }, last),
);
add('between|from? <date> and|to|until|till|through|- <number>', (first: Written, day: number) =>
  day > 31 || day < first.day
    ? null
    : (today) => datesRange(today, first, { ...first, day, weekday: null }),
);
add(
  'between|from the? <point> to|until|through|and|- the? <point> / from the? <point> up to the? <point>',
  (from: Point, to: Point) => (today) => pointsRange(today, from, to),
);
add(
  'for|period? the? <date> to|until|through the? <point>',
  (from: Written, to: Point) => (today) =>
    pointsRange(today, (latest, mayCome) => of(from, latest, mayCome), to),
);

function pointsRange(today: string, from: Point, to: Point): Time {
  const last = to(today, true);
  if (last === null) return daysTime(null, null);
  const first = from(last, false);
  return daysTime(first !== null && first > last ? from(addDays(last, -1), false) : first, last);
}

/** From one written date to another: the year of one is that of the other. */
function datesRange(today: string, from: Written, to: Written): Time {
  const first = of({ ...from, year: from.year ?? to.year }, today, false);
  const isBack =
    from.year === null && to.year === null && from.month === to.month && from.day > to.day;
  if (isBack)
    return noTime('That range runs backwards: name the earlier day first.', 'no_such_date');
  return daysTime(first, first === null ? null : dateFrom(to, first));
}

export const DATES = new Phrases<Make>(rules);
/** Words that spelling knows: also those that only slots read. */
export const DATE_WORDS: readonly string[] = [
  ...DATES.words,
  ...WEEKDAYS.keys(),
  ...MONTHS.keys(),
  ...NUMBERS.keys(),
  ...NTHS.keys(),
  ...FEASTS.flatMap(({ words }) => words.flatMap((word) => [word, `${word}s`])),
  'start',
  'beginning',
];
