/**
 * How people name days. What the words mean is fixed in `docs/questions.md`, "Time". A span is a day, week, month or year by
 * any of its names; ranges, points and parts are made of spans.
 */

import { addDays } from '../../gym/calendar/zone.ts';
import {
  type Days,
  dateName,
  daysTime,
  isDays,
  type Look,
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
import { type Phrase, Phrases, patternsOf, phrase, type Slot, tableOf } from './phrases.ts';
import { FEASTS, type Make, newestOfDay, SLOTS } from './written-dates.ts';

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
rest 0 week: for|over? the? rest|remainder of the|this? week
rest 0 month: for|over? the? rest|remainder of the|this? month
last n: in|over|for|during? the? last|past|latest|rolling <number> day|days / <count> days
last 7n: in|over|for|during? the? last|past|latest|rolling <number> week|weeks / <count> weeks
last 14n: in|over|for|during? the? last|past|latest|rolling <number> fortnight|fortnights
last 30n: in|over|for|during? the? last|past|latest|rolling <number> month|months / <count> months
last 3: the? last|past|these few|several day|days
last 90: the? last|past|these few|several month|months
last 7: the? past|rolling week / over|for the week
last 14: the? last|past fortnight / a|the? fortnight
last 30: the? past|rolling month / the? last|past 30
last 42: lately|recently / recent weeks / the? last|past|these few|several week|weeks / these days / at the moment lately
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
    ...unitTime(today, unit, count),
    before: { unit: unit as Unit },
  }),
  rest: (count, unit) => (today) => daysTime(today, wholeOf(unitTime(today, unit, count)).to),
};

const unitTime = (today: string, unit: string | undefined, count: number): Time =>
  unit === 'week' ? weekTime(today, count) : monthFrom(today, count);

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

const table: Phrase<Make>[] = [];
/** @param patterns as `patternsOf` parts them, or parted */
const add = (
  patterns: string | readonly string[],
  make: (...values: never[]) => Make | null,
  slots: Readonly<Record<string, Slot>> = SLOTS,
): void => {
  const all = typeof patterns === 'string' ? patternsOf(patterns) : patterns;
  table.push(...all.map((pattern) => phrase<Make>(pattern, make, slots)));
};

for (const { head, patterns } of tableOf(COUNTED)) {
  const [kind = '', count = '', word] = head.split(' ');
  add(patterns, (read = 0) => KINDS[kind]?.(countOf(count, read), word) ?? null);
}
add(
  'the? <number> before|earlier|prior that? / the? previous|prior|preceding <number> <end>',
  (count: number) => (count === 1 ? null : () => before('other', -count)),
);
add('the? <weekday> before|earlier that?', (day: number) => () => before('day', 0, day));

/** Days of every week. */
const WEEKLY = `
6 7: on|at|over|during|of|in? weekends / on|at|during a weekend|weekends / weekend <many> / every|each|a weekend / on|at|over? the weekends / weekend / at the weekend / weekend days|classes|sessions
1 2 3 4 5: on|at|during a weekday / on|during|at|of|over|for weekdays|workdays / weekdays|workdays only / working days / workdays / on|at|for? weekday|weekdays <many> / during|in the week / midweek
`;
const everyWeek = (weekdays: readonly number[]): Time => ({
  ...noTime('Those days are of every week.'),
  weekdays,
});
for (const { head, patterns } of tableOf(WEEKLY))
  add(patterns, () => () => everyWeek(head.split(' ').map(Number)));

const spanOfWeek = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => ((first + i - 1) % 7) + 1);

function monthsBack(today: string, count: number): Time {
  const { to } = wholeOf(monthFrom(today, -count));
  const day = Math.min(Number(today.slice(8)), Number(to.slice(8)));
  const found = `${to.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return daysTime(found, found, { note: `Took ${dateName(found)}.` });
}

add('in|during|for|of? <year>', (year: number) => (today) => yearTime(today, year));
add('in|during|for|of? q <number> so? far?', (count: number) => {
  if (count < 1 || count > 4) return null;
  return (today) => {
    const own = Math.ceil(Number(today.slice(5, 7)) / 3);
    return quarterTime(today, count <= own ? count - own : count - own - 4);
  };
});
add('week <number>', (count: number) => {
  if (count < 1 || count > 53) return null;
  return (today) => {
    const year = Number(today.slice(0, 4));
    const [here, back] = [year, year - 1].map((one) =>
      addDays(mondayOf(`${one}-01-04`), 7 * (count - 1)),
    );
    return weekFrom(here !== undefined && here <= today ? here : back, today);
  };
});

/** The week from a Monday, up to today where it runs. */
function weekFrom(monday: string | undefined, today: string): Time {
  const last = monday === undefined ? '' : addDays(monday, 6);
  const isRunning = monday !== undefined && monday <= today && last > today;
  return { ...daysTime(monday ?? null, isRunning ? today : last), unit: 'week' };
}

add('on|for|from|of? <weekday>', (day: number) => (today) => ({
  ...weekdayTime(today, day, 'near'),
  weekdays: [day],
  isEither: true,
}));
for (const [which, words] of [
  ['near', 'on|for|from|of? this|this coming? <weekday>'],
  ['next', 'on|for|this? next|coming|this coming? <weekday>'],
  ['last', 'on|for|from? last|past|previous <weekday> / on? <weekday> just gone|past'],
] as const)
  add(words, (day: number) => (today) => weekdayTime(today, day, which));
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
add(
  'on|at|of|for|from|during? <weekdays> / on|of? every|each|any|a <weekday> / on|of? every|each|any <weekdays>',
  (day: number) => () => everyWeek([day]),
);
add(
  'from|on? <weekdays> to|through|until|- <weekdays> / from|on? <weekday> to|through|until|- <weekdays>',
  (first: number, last: number) => () => everyWeek(spanOfWeek(first, last)),
);
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
  'in|during|for|of|over? <month> <year> / in|during|for|of|over? <month> last year',
  (month: number, year?: number) => (today) =>
    monthTime(today, year ?? Number(today.slice(0, 4)) - 1, month),
);
add('in|during|for|of|over? last <month>', (month: number) => (today) => {
  const isNow = Number(today.slice(5, 7)) === month;
  return isNow ? monthTime(today, Number(today.slice(0, 4)) - 1, month) : namedMonth(today, month);
});
add('on|for|of|from? the? <date>', (make: Make) => make);
add('on|for|of? the? <nth_day>', (day: number) => (today) => {
  const date = newestOfDay(day, today);
  return daysTime(date, date);
});

/** A span at a place, without what is made of spans. */
const SPANS = new Phrases<Make>(table.splice(0));
const span: Slot = (sentence, at) => {
  const from = /^(the|now)$/.test(sentence.word(at)) ? at + 1 : at;
  if (sentence.word(at) === 'now') return { value: todayTime, length: 1 };
  const found = SPANS.longestAt(sentence, from);
  if (found !== null) return { value: found.meaning, length: from - at + found.length };
  const nth = SLOTS.nth_plain(sentence, from);
  const value: Make = (today) =>
    daysTime(newestOfDay(Number(nth?.value), today), newestOfDay(Number(nth?.value), today));
  return nth === null ? null : { value, length: from - at + nth.length };
};
const todayTime: Make = (today) => daysTime(today, today);
/** A month, or a week: what has parts. */
const month: Slot = (sentence, at) => {
  const found = span(sentence, at);
  return found !== null && (found.value as Make)('2026-06-15').unit === 'month' ? found : null;
};
/** One end of a range: a span, or the start of one. */
const point: Slot = (sentence, at) => {
  const from = sentence.word(at) === 'the' ? at + 1 : at;
  if (!/^(start|begin|beginning)$/.test(sentence.word(from)) || sentence.word(from + 1) !== 'of')
    return span(sentence, at);
  const next = /^(the|this)$/.test(sentence.word(from + 2)) ? from + 3 : from + 2;
  const unit = { week: weekTime, month: monthFrom, year: thisYear }[sentence.word(next)];
  if (unit !== undefined)
    return { value: (today: string) => unit(today, 0), length: next + 1 - at };
  const found = span(sentence, from + 2);
  return found === null ? null : { value: found.value, length: from + 2 - at + found.length };
};
/** A day, or the start of something. */
const day: Slot = (sentence, at) => {
  const [found, whole] = [point(sentence, at), span(sentence, at)];
  const isDay = whole === null || (whole.value as Make)('2026-06-15').unit === 'day';
  return isDay ? found : null;
};
const thisYear = (today: string): Time => yearTime(today, Number(today.slice(0, 4)));
const PARTS = { ...SLOTS, span, point, day, month };
const join = (patterns: Parameters<typeof add>[0], make: (...values: never[]) => Make | null) =>
  add(patterns, make, PARTS);

/** Ranges that one span makes. */
const OF_SPAN = `
since: since the? <point> onwards|on? / from the? <point> onwards|on / from the? <day> / since the? <point> till|until to|now|today / starting from|on? the? <point>
after: after the? <span>
until: until|before the? <span> / up to|until the? <span>
week: for|in|during? the? week of|beginning|commencing|starting|from the? <span> / for? w c|b the? <span> / wc|wb <span> / in|for|during? the? week with|containing <span>
week_to: for|in? the? week ending|to <span> / w e <span>
fortnight: the? fortnight to|ending the? <span>
`;
const SINCE = { unit: 'other', isSince: true } as const;
const RANGES: Readonly<Record<string, (today: string, days: Days) => Time>> = {
  since: (today, { from }) => daysTime(from > today ? yearBefore(from) : from, today, SINCE),
  after: (today, { to }) => daysTime(addDays(to > today ? yearBefore(to) : to, 1), today, SINCE),
  until: (_, { to }) => daysTime(addDays(to, -41), to, { unit: 'other', isUntil: true }),
  week: (today, { from }) => weekFrom(mondayOf(from), today),
  week_to: (_, { to }) => daysTime(addDays(to, -6), to),
  fortnight: (_, { to }) => daysTime(addDays(to, -13), to),
};
for (const { head, patterns } of tableOf(OF_SPAN))
  join(
    patterns,
    (one: Make): Make =>
      (today) => {
        const days = one(today).days('back');
        return (isDays(days) ? RANGES[head]?.(today, days) : undefined) ?? one(today);
      },
  );

join(
  'for|over? the? rest|remainder of <month>',
  (one: Make) => (today) => daysTime(today, wholeOf(one(today)).to),
);
/** As far into an earlier month as this one is now. */
join('the? this|same point|stage|period|days|dates of|in|from? <month>', (one: Make) => (today) => {
  const { from, to } = wholeOf(one(today));
  const last = addDays(from, Number(today.slice(8)) - 1);
  return daysTime(from, last < to ? last : to);
});
const partOf =
  (one: Make, part: (from: string, to: string) => readonly [string, string]): Make =>
  (today) => {
    const { from, to } = wholeOf(one(today));
    return daysTime(...part(from, to));
  };
join('in|during|over? the? <nth> half of|in the? <month>', (which: number, one: Make) =>
  partOf(one, (from, to) => (which === 1 ? [from, addDays(from, 14)] : [addDays(from, 15), to])),
);
join('in|during|over? the? <nth> week of|in the? <month>', (which: number, one: Make) =>
  partOf(one, (from, to) => {
    const first = which === 0 ? addDays(to, -6) : addDays(from, 7 * (which - 1));
    return [first, addDays(first, 6)];
  }),
);
join('on? the? <nth> <weekday> of|in the? <month>', (which: number, day: number, one: Make) =>
  partOf(one, (from, to) => {
    const first = newestWeekday(addDays(from, 6), day);
    const date = which === 0 ? newestWeekday(to, day) : addDays(first, 7 * (which - 1));
    return [date, date];
  }),
);
join(
  'in|at|by|near|towards|around? the? end|middle of the? <month> / early|late|mid in? <month>',
  () => () =>
    noTime(
      'Which days those are was not understood: name them by their dates, or ask for the first or last week of a month.',
    ),
);
join(
  'between|from the? <point> and|to|until|till|through|thru|up|- to? the? <span> / for|period? the? <span> to|until|through|thru|- the? <span>',
  range,
);
join(
  'between|from? <number> and|to|- <span> / from? the? <nth_day> to|until|till|-|and the? <span>',
  (day: number, last: Make) =>
    day > 31
      ? null
      : range((today) => daysTime(newestOfDay(day, today), newestOfDay(day, today)), last),
);
join('between|from? <span> and|to|until|till|through|- <number>', (first: Make, day: number) =>
  day > 31
    ? null
    : (today) => {
        const { from } = wholeOf(first(today));
        const to = `${from.slice(0, 8)}${String(day).padStart(2, '0')}`;
        return first(today).unit === 'day'
          ? daysTime(from, to)
          : noTime('That range was not understood.');
      },
);

const yearBefore = (date: string): string =>
  addDays(`${Number(date.slice(0, 4)) - 1}${date.slice(4, 8)}01`, Number(date.slice(8)) - 1);

/** From one span to another: the first is the newest that begins before the other ends. */
function range(one: Make, other: Make): Make | null {
  return (today) => {
    const [first, till] = [one(today), other(today)];
    if (first.isEither === true && first.weekdays?.[0] === 1 && till.weekdays?.[0] === 5)
      return everyWeek([1, 2, 3, 4, 5]);
    const isPair = first.unit === till.unit && /^(week|month)$/.test(first.unit);
    return {
      unit: 'other',
      ...(isPair ? { pair: [first, till] as const } : {}),
      // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
      days: (look: Look) => {
        const [plain, last] = [first.days('back'), till.days(look)];
        if (!isDays(plain)) return plain;
        if (!isDays(last)) return last;
        const isBack = plain.from > last.to && plain.from.slice(0, 7) === last.to.slice(0, 7);
        if (isBack && first.isEither !== true && first.unit === 'day')
          return {
            stop: 'no_such_date',
            message: 'That range runs backwards: name the earlier day first.',
          };
        const near = plain.from <= last.to ? plain : one(last.to).days('back');
        return isDays(near) && near.from <= last.to
          ? { from: near.from, to: last.to }
          : daysTime(null, null).days(look);
      },
    };
  };
}

export const DATES = new Phrases<Make>([...SPANS.all, ...table]);
/** Words that spelling knows: also those that only slots read. */
export const DATE_WORDS: readonly string[] = [
  ...DATES.words,
  ...WEEKDAYS.keys(),
  ...MONTHS.keys(),
  ...NUMBERS.keys(),
  ...NTHS.keys(),
  ...FEASTS.keys(),
  'start',
  'beginning',
];
