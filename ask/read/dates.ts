/**
 * How people name days. What the words mean is fixed in `docs/questions.md`, "Time". A row of the tables is a kind of time,
 * what it takes, and the phrases for it: `week -1` stands before those of last week. What slots read follows.
 * {@link KINDS} makes a time of it; a kind that is not there is a span of the calendar.
 */

import { addDays } from '../../gym/calendar/zone.ts';
import { mondayOf } from '../../gym/reports/period.ts';
import {
  type Before,
  type Days,
  dateName,
  daysTime,
  isDays,
  type Look,
  lack,
  monthTime,
  newestWeekday,
  noTime,
  type PartOfDay,
  pad,
  type Span,
  spanOf,
  type Time,
  timeOf,
  type Unit,
  weekdayTime,
  yearBefore,
} from './calendar.ts';
import { type Phrase, Phrases, phrasesIn, type Slot } from './phrases.ts';
import { type Make, newest, newestOfDay, SLOTS } from './written-dates.ts';

/** Days, weeks, months and years by any of their names. */
const NAMED = `
day 0: today|todays / later on? <end> / later today / this lunch|lunchtime
day -1: from? yesterday|yesterdays
day 1: tomorrow|tomorrows
day -2: the? day before yesterday
day 2: the? day after tomorrow
part 0 evening: tonight|tonights / this evening
part 0 morning: this morning|morn|am
part 0 afternoon: this afternoon
part -1 evening: last night / yesterday evening
part 1 evening: tomorrow night
ago: <number> days? ago / <number> <unit> ago
day -7: a|one week ago today?
day -14: a fortnight ago
months_ago 1: a|one month ago / the? this|same time|day|date last|previous month
shifted -7 week: the? this|same day|weekday|one|night|time last|previous week / the? same day|weekday|night|time the? week before / a|one week earlier|before
shifted -365 year: the? this|same time|day|date|week|month|period|weekend|stage|point last|previous year / a|one year earlier|before / a|one year ago today?
week_so_far -7: the? this|same time|day|days|weekday|point|stage|period of|in? last|previous week
span 0: in|during|for|of|over? this|current|running|present <unit> / the? <unit_now> so far / <unit> to date / so far this <unit>
span -1: in|during|for|of|over? the? last full|whole|complete? calendar? <unit> / in? the? <unit> just gone|ended|finished / in? the <unit> past|gone
span 1: for|in|during? next|coming|following <unit> / the? <unit> ahead
span -2: in|during|for|of|at|on? the? <unit> before last
span 2: the? <unit> after next
week 0: wtd / all week
month 0: mtd / of the month
quarter 0: qtd / in|for|over|of the quarter
quarter -1: previous|past|prior|preceding quarter
year 0: ytd / in|for|over|of|all the? year
year -1: previous year
weekend 0: at|over|on|for|during? the|this weekend
weekend -1: last|past|previous weekend / the? weekend just gone|past
weekend 1: next|coming weekend
rest_of: for|over? the? rest|remainder of the|this? <unit>
last_whole: in|over|for|during|of? the? last|past <number> full|whole|complete <units> / in|over|for|during|of|from? the? <number> last|past full|whole|complete? <units>
last: in|over|for|during? the? last|past|latest|rolling <number> <length> / <count> <lengths>
last_weekdays: in|over|for|during|on|across? the? last|past <number> <weekdays>
next: in|over|for|during? the? next|coming|following <number> <length>
last 42: lately|recently / recent weeks / the? last|past|these few|several week|weeks / these last|past weeks / these days / at the moment lately
last 3: the? last|past|these few|several <length>
last 7: over|for the week
last 14: the? last fortnight / a|the? fortnight
last 1: the? past|rolling <length>
last 30: the? last|past 30
last 182: in|for|over? the|this|last|past? half year
last 1826: since the? data|records|counting begins|began|starts|started / since the? cameras went|came in? / since the? start|beginning of the? data|records|figures / we|i? have|has? had|seen|got so far / of? all time / on record / since we|i|it? opened|started|began / since forever|ever|opening|inception / since we|i? began|started counting / since the? first record|records|class|count / full|whole|entire|all data? range / to date / ever <end> / we|i? have|has? ever had|seen|run|done|got|made
before: in|of? the? <week_or_month> before|prior|preceding that|this? / the? <week_or_month> earlier
before weekend: the? weekend before that?
before day: the? day before that?
before other: the? period|time before that? / the? previous|preceding|prior period|one / before that / the one before|prior that|it? / one before that / the? last|previous one / last <end> / the? previous <end> / the? <number> <length> before|earlier|prior|previous that? / the? <number> <length> before this|these|then|it / the? <number> <length> leading up to it|that|this
before other -1: the? <several> before|earlier|prior that? / the? previous|prior|preceding <several> <end>
previous: the? previous|prior|preceding <week_or_month>
than_last: than|against|versus|vs last <week_or_month> / <gained> on last <week_or_month>
weekday_before: the? <weekday> before|earlier that?
weekday_before_last: on? the? <weekday> before last
weekday_after: the? <weekday> after|following that|it?
after_that: the <week_or_month> after|following that|it?
shifted_later: a|one week later
weekly 6 7: on|at|over|during|of|in? weekends / on|at|during a weekend|weekends / weekend <many> / every|each|a weekend / on|at|over? the weekends / weekend / at the weekend / the? weekend days|classes|sessions|attendance|visits|crowd
weekly 1 2 3 4 5: on|at|during a weekday / on|during|at|of|over|for weekdays|workdays / weekdays|workdays only / working days / workdays / on|at|for? weekday|weekdays <many> / during|in the week / midweek
year_of: in|during|for|of? the? year? <year>
quarter_of: in|during|for|of? q <quarter> so? far? / in|during|for|of? the? <ordinal> quarter of? the? year?
half_year: in|during|for|over|of? the? <ordinal> half of the|this? year / in|during|for|over? h <quarter>
season 0: in|during|for|of|over|all|this? the|this? <season> term|months?
season -1: in|during|for|of|over? last|previous <season>
week_of_year: week <week>
weekday_or_weekly: on|for|from|of? <weekday>
weekday near: on|for|from|of? this|this coming? <weekday>
weekday next: on|for|this? next|coming|this coming? <weekday>
weekday last: on|for|from|this? last|past|previous <weekday> / on? <weekday> just gone|past / on? <weekday> gone|past|last
weekday_in -1: on|for|from|of? <weekday> of|in? the? last|previous week / last|previous week on? <weekday>
weekday_in 0: on|for|from|of? <weekday> of|in? the? this week / this week on? <weekday>
weekday_in 1: on|for|from|of? <weekday> of|in? the? next week / next week on? <weekday>
weekly: on|at|of|for|from|during? <weekdays> / on|of? every|each|any|a <weekday> / on|of? every|each|any <weekdays>
weekdays: from|on? <weekdays> to|through|until|- <weekdays> / from|on? <weekday> to|through|until|- <weekdays>
alternate: on? every|each? other|second|alternate <weekday> / on? every|each? other|second|alternate <weekdays> / every|each other|second day|week|weekend|month
month_of: in|during|for|of|over|from|this? the? month? of? <month> / in|during|for|of? <month> to date / in|during? <month> so far / so far in? <month> / in|during|for|of|over? <month> <year>
month_last_year: in|during|for|of|over? <month> last year
last_month_of: in|during|for|of|over? last <month>
as: on|for|of|from? the? <date>
vague: on|at|over? good friday / on|at|over? the? easter monday|sunday|weekend|week? / on|at|over? the? bank holiday monday|weekend?
day_of_month: on|for|of? the? <nth_day>
weekday_nth: on|for|from|of? <weekday> <nth_day> / on|for|from|of? <weekday> the <nth_plain>
`;
/** Days that have a name and a date; "eve" has been written out as "evening" by then. */
const FEASTS = `
feast 31 12: new year|years evening
feast 1 1: new year|years day / new year|years
feast 14 2: valentine|valentines day / valentines
feast 31 10: halloween
feast 5 11: bonfire night / guy fawkes
feast 1 5: may day
feast 24 12: christmas|xmas evening
feast 25 12: christmas|xmas day?
feast 26 12: boxing day
black_friday 0: black friday
black_friday 2: black friday weekend
black_friday_week: black friday week
`;
/** The first day of a span, of which a range begins. */
const STARTS = `
start_of_this: start|begin|beginning of the|this? <unit>
start_of: start|begin|beginning of? <span>
middle_of: middle|mid of? <month_span>
`;
/** Ranges and parts, which are made of spans. */
const RANGES = `
since_season: since the? start|beginning|end of the? <season> / since the? last? <season> ended|finished?
since: since the? <point> onwards|on? / from? the? <point> to date / from the? <point> onwards|on / from the? <day> / since the? <point> till|until to|now|today / starting from|on? the? <point> / <span> onwards|onward
after: after the? <span> / since the? end of the? <span>
until: until|before the? end? of? the? <span> / up to and including the? <span> / up to|until the? end? of? the? <span>
week_of: for|in|during? the? week of|beginning|commencing|starting|from the? <day> / for? w c|b the? <span> / wc|wb <span> / in|for|during? the? week with|containing <span>
weeks_of: in|for? the? week of|beginning|commencing|starting|from the? <day> and|with|to|against|beside|versus|vs|than in? that|the one? of|beginning|commencing|starting|from the? <day>
last_to 1 7: for|in? the? week that? ending|ended|to|until|up to? and? including? on? <span> / w e <span>
last_to 1 14: for|in? the? fortnight that? ending|ended|to|until|up to? and? including? on? the? <span>
month_to: for|in? the? month to|ending|ended the? <span>
last_to: for|in|over? the? last|past? <number> <length> that? ended|ending|finished|to|until|up to? and? including? on? the? <span>
weekdays_in -1: on|for|from|of? <weekday> and|or|with|than|versus|vs|against on? <weekday> of|in? the? last|previous week
weekdays_in 0: on|for|from|of? <weekday> and|or|with|than|versus|vs|against on? <weekday> of|in? the? this week
weekend_of: over|on|for|at? the? weekend of the? <span>
rest_of_month: for|over? the? rest|remainder of <month_span>
as_far_into: the? this|same point|stage|stretch|period|days|dates of|in|from? <month_span>
part_of_month half: in|during|over? the? <nth> half of|in? the? <month_span>
part_of_month 7: in|during|over? the? <nth> full|whole|complete? week of|in the? <month_span>
days_of: in|during|over|for? the? <nth> <number> <length> of|in the? <span> / in|during|over|for? the? <nth> <several> of|in the? <month_span> / in|during|over|for? the? <nth> <length> of|in the? <month_span>
nth_weekday: on? the? <nth> <weekday> of|in the? <month_span>
nth_weekend: on|at|over|in? the? <nth> weekend of|in the? <month_span>
parts: in|during|over? the? <nth> <part> of|in? the? <month_span> <between> <nth> half|week|fortnight|one? of|in? <month_span>?
vague: in|at|by|near|towards|around? the? start|beginning|end|middle of the? <month_span> / early|late|mid in? <month_span>
range: between|from the? <point> and|to|until|till|through|thru|up|- to|until|till? the? end? of? the? <span> / from? the? <point> up to and including the? <span> / for|period? the? <span> to|until|through|thru|- the? end? of? the? <span>
day_range: between|from|fortnight? <day_number> and|to|- <span> / over|on|for|at? the? weekend of the? <day_number> and|to|- <span> / over|on|for|at? the? weekend of the? <nth_day> and|to|- the? <span> / from? the? <nth_day> to|until|till|-|and the? <span>
two_dates: on|for|of? the? <date> and the? <date>
range_to_day: between|from? <span> and|to|until|till|through|- <day_number>
`;

const before = (unit: Unit, more: Partial<Before>): Time => ({
  ...noTime(`${more.isAfter ? 'After' : 'Before'} what? Name the other time too.`),
  unit,
  before: { unit, ...more },
});
const weekdaysFrom = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => ((first + i - 1) % 7) + 1);
const everyWeek = (weekdays: readonly number[]): Time => ({
  ...noTime('Those days are of every week.'),
  weekdays,
});
const onDay = (day: string | null): Time => daysTime(day, day);
/** The day of a month on which today is, or its last one. */
function sameDayIn({ from, to }: Days, today: string): string {
  const date = addDays(from, Number(today.slice(8)) - 1);
  return date < to ? date : to;
}
const yearOf = (today: string): number => Number(today.slice(0, 4));
/** What begins on a day of each year: the newest that has begun. */
function newestOfYears(today: string, beginOf: (year: number) => string, year = yearOf(today)) {
  return beginOf(year) <= today ? beginOf(year) : beginOf(year - 1);
}
/** The newest season that has begun, or stretch of so many months from one on. */
function monthsFrom(today: string, month: number, count = 3): Days {
  const from = newestOfYears(today, (year) => `${year}-${pad(month)}-01`);
  return { from, to: spanOf('month', from, count - 1).to };
}
/** The first, second … so many days of a time; 0 is the last. */
function daysOf({ from, to }: Days, length: number, which: number): Time {
  const first = which === 0 ? addDays(to, 1 - length) : addDays(from, length * (which - 1));
  return daysTime(first, addDays(first, length - 1));
}
/** Days of a long stretch that have begun, and which they are. */
function upTo(today: string, { from, to }: Days): Time {
  const last = to < today ? to : today;
  return daysTime(from, last, { note: `Took ${dateName(from)} to ${dateName(last)}.` });
}
/** The week that a day is in, up to today where it runs. */
function weekOf(today: string, day: string): Time {
  const { from, to } = spanOf('week', day);
  return daysTime(from, from <= today && to > today ? today : to, { unit: 'week' });
}
function weekendOf(day: string): Time {
  const { from, to } = spanOf('weekend', day);
  return daysTime(from, to, { unit: 'weekend' });
}
const nthWeekday = ({ from, to }: Days, which: number, weekday: number): string =>
  newestWeekday(which === 0 ? to : addDays(from, 7 * which - 1), weekday);
/** Of days that were named, behind numbers; what is no range of days stays as it is. */
const ofDays =
  (make: (days: Days, today: string, ...numbers: number[]) => Time, look: Look = 'back') =>
  (today: string, ...read: (number | Make)[]): Time => {
    const time = (read.pop() as Make)(today);
    const days = time.days(look);
    return isDays(days) ? make(days, today, ...(read as number[])) : time;
  };
/** Of all days that were named, those to come too. */
const ofWhole = (make: Parameters<typeof ofDays>[0]) => ofDays(make, 'ahead');
const weekOfDay = ofDays(({ from }, today) => weekOf(today, from));
/** The first or the second half, the first to the fifth or the last week or fortnight. */
const partOfMonth = (today: string, part: 'half' | number, which: number, one: Make): Time =>
  ofWhole((month) => {
    if (part !== 'half') return daysOf(month, part, which);
    return which === 1 ? daysOf(month, 15, 1) : daysTime(addDays(month.from, 15), month.to);
  })(today, one);
/** The Friday after the fourth Thursday of November. */
const blackFriday = (today: string, year?: number): string =>
  newestOfYears(today, (of) => newestWeekday(`${of}-11-29`, 5), year);

const KINDS: Readonly<Record<string, (today: string, ...values: never[]) => Time>> = {
  as: (today, make: Make) => make(today),
  ago: (today, count: number, span: Span = 'day') => timeOf(span, today, -count),
  part: (today, offset: number, part: PartOfDay) => ({ ...timeOf('day', today, offset), part }),
  last_weekdays: (today, count: number, day: number) => {
    const last = newestWeekday(today, day);
    return { ...daysTime(addDays(last, 7 - 7 * Math.max(1, count)), last), weekdays: [day] };
  },
  months_ago: (today, count: number) => {
    const date = sameDayIn(spanOf('month', today, -count), today);
    return daysTime(date, date, { note: `Took ${dateName(date)}.` });
  },
  shifted: (today, offset: number, shift: 'week' | 'year') => ({
    ...timeOf('day', today, offset),
    before: { unit: 'day', shift },
  }),
  week_so_far: (today, offset: number) =>
    daysTime(mondayOf(addDays(today, offset)), addDays(today, offset)),
  rest_of: (today, span: Span) => daysTime(today, spanOf(span, today).to),
  span: (today, offset: number, span: Span) => timeOf(span, today, offset),
  last_whole: (today, count: number, span: Span) =>
    daysTime(spanOf(span, today, -count).from, spanOf(span, today, -1).to),
  last: (today, count: number, length = 1) =>
    daysTime(addDays(today, 1 - Math.max(1, count * length)), today, { unit: 'other' }),
  /** Of figures it is to come; of the timetable it begins today. */
  next: (today, count: number, length: number) => ({
    unit: 'other',
    days: (look) => ({
      from: addDays(today, look === 'ahead' ? 0 : 1),
      to: addDays(today, Math.max(2, count * length) - 1),
    }),
  }),
  before: (_, unit: Unit, count?: number, length = 1) =>
    before(unit, count ? { count: count * length } : {}),
  previous: (today, unit: 'week' | 'month') => ({ ...timeOf(unit, today, -1), before: { unit } }),
  than_last: (today, unit: 'week' | 'month') => ({
    ...timeOf(unit, today, -1),
    before: { unit, isLast: true },
  }),
  weekday_before: (_, weekday: number) => before('day', { weekday }),
  weekday_before_last: (today, weekday: number) =>
    timeOf('day', newestWeekday(addDays(today, -1), weekday), -7),
  weekday_after: (_, weekday: number) => before('day', { weekday, isAfter: true }),
  after_that: (_, unit: 'week' | 'month') => before(unit, { isAfter: true }),
  shifted_later: () => before('day', { shift: 'week', isAfter: true }),
  weekly: (_, ...weekdays: number[]) => everyWeek(weekdays),
  weekdays: (_, first: number, last: number) => everyWeek(weekdaysFrom(first, last)),
  year_of: (today, year: number) => timeOf('year', today, year - yearOf(today)),
  quarter_of: (today, quarter: number) => {
    if (quarter > 4) return noTime('A year has four quarters.', 'no_such_date');
    const offset = quarter - Math.ceil(Number(today.slice(5, 7)) / 3);
    return timeOf('quarter', today, offset > 0 ? offset - 4 : offset);
  },
  half_year: (today, half: number) =>
    half > 2
      ? noTime('A year has two halves.', 'no_such_date')
      : upTo(today, monthsFrom(today, half === 1 ? 1 : 7, 6)),
  season: (today, offset: number, month: number) => {
    const { from, to } = monthsFrom(today, month);
    // Some weeks after its end "last autumn" is that of the year before.
    const isEarlier = offset < 0 && addDays(to, 31) >= today;
    return upTo(today, monthsFrom(isEarlier ? yearBefore(from) : today, month));
  },
  /** What is over is counted from its end. */
  since_season: (today, month: number) => {
    const { from, to } = monthsFrom(today, month);
    return upTo(today, { from: to < today ? addDays(to, 1) : from, to: today });
  },
  week_of_year: (today, week: number) => {
    const beginOf = (year: number) => addDays(mondayOf(`${year}-01-04`), 7 * (week - 1));
    return weekOf(today, newestOfYears(today, beginOf));
  },
  weekday: weekdayTime,
  weekday_or_weekly: (today, day: number) => ({
    ...weekdayTime(today, 'near', day),
    weekdays: [day],
    isEither: true,
  }),
  weekday_in: (today, week: number, day: number) =>
    timeOf('day', mondayOf(today), 7 * week + day - 1),
  weekdays_in: (today, week: number, ...days: [number, number]) => {
    const [one, other] = days.map(
      (day) => () => timeOf('day', mondayOf(today), 7 * week + day - 1),
    );
    return twoDates(today, one as Make, other as Make);
  },
  alternate: () =>
    noTime('Every other one cannot be picked: ask for all of them, or for one by its date.'),
  month_of: monthTime,
  month_last_year: (today, month: number) => monthTime(today, month, yearOf(today) - 1),
  last_month_of: (today, month: number) => monthTime(spanOf('month', today, -1).to, month),
  day_of_month: (today, day: number) => onDay(newestOfDay(today, day)),
  weekday_nth: (today, weekday: number, day: number) => onDay(newestOfDay(today, day, weekday)),
  start_of_this: (today, span: Span) => timeOf('day', spanOf(span, today).from),
  start_of: ofDays(({ from }) => timeOf('day', from)),
  middle_of: ofDays(({ from }) => timeOf('day', addDays(from, 14))),
  feast: (today, ...named: [day: number, month: number, year?: number]) =>
    onDay(newest(today, ...named)),
  black_friday: (today, more: number, year?: number) =>
    daysTime(blackFriday(today, year), addDays(blackFriday(today, year), more)),
  black_friday_week: (today, year?: number) => weekOf(today, blackFriday(today, year)),
  since: ofDays(({ from }, today) =>
    daysTime(from > today ? yearBefore(from) : from, today, { unit: 'other' }),
  ),
  after: ofDays(({ to }, today) =>
    daysTime(addDays(to > today ? yearBefore(to) : to, 1), today, { unit: 'other' }),
  ),
  until: ofDays(({ to }, today) => ({
    unit: 'other',
    days: (look) => ({ from: look === 'ahead' && to >= today ? today : addDays(to, -41), to }),
  })),
  week_of: weekOfDay,
  weeks_of: (today, one: Make, other: Make) => ({
    ...noTime('Two weeks were named: ask for one, or for both compared.'),
    pair: [weekOfDay(today, one), weekOfDay(today, other)],
  }),
  weekend_of: ofDays(({ from }) => weekendOf(from)),
  month_to: ofDays(({ to }) => daysTime(spanOf('month', to).from, to)),
  last_to: ofDays((days, _, count, length) => daysOf(days, count * length, 0)),
  rest_of_month: ofWhole(({ to }, today) => daysTime(today, to)),
  as_far_into: ofWhole((month, today) => daysTime(month.from, sameDayIn(month, today))),
  part_of_month: partOfMonth,
  parts: (today, which: number, part: 'half' | number, one: Make, other: number, of = one) => ({
    ...noTime('Two parts of a month were named: ask for one, or for both compared.'),
    pair: [partOfMonth(today, part, which, one), partOfMonth(today, part, other, of)],
  }),
  /** "The first ten days of November", "the last fortnight of October": so many lengths, or one. */
  days_of: ofWhole((days, _, which, count, length = 1) =>
    which > 1
      ? noTime('Ask for the first or the last days of that time.')
      : daysOf(days, count * length, which),
  ),
  nth_weekday: ofWhole((month, _, which, day) => timeOf('day', nthWeekday(month, which, day))),
  nth_weekend: ofWhole((month, _, which) => weekendOf(nthWeekday(month, which, 6))),
  vague: () =>
    noTime(
      'Which days those are was not understood: name them by their dates, or ask for the first or last week of a month.',
    ),
  range,
  day_range: ofWhole(({ to }, _, day) => daysTime(newestOfDay(to, day), to)),
  two_dates: twoDates,
  range_to_day: (today, one: Make, day: number) => {
    const days = one(today).days('ahead');
    return isDays(days) && one(today).unit === 'day'
      ? daysTime(days.from, `${days.from.slice(0, 8)}${pad(day)}`)
      : noTime('That range was not understood.');
  },
};

/** Two days one after the other are a range, where they are not held against each other. */
function twoDates(today: string, one: Make, other: Make): Time {
  const pair = [one(today), other(today)] as const;
  const [first, second] = [pair[0].days('back'), pair[1].days('back')];
  const isOn = isDays(first) && isDays(second) && addDays(first.to, 1) === second.from;
  const both = isOn
    ? daysTime(first.from, second.to)
    : noTime('Two dates were named: ask for one, or for both compared.');
  return { ...both, pair };
}

/** From one span to another: the first is the newest that begins before the other ends. */
function range(today: string, one: Make, other: Make): Time {
  const [first, till] = [one(today), other(today)];
  const isOfOneUnit = first.unit === till.unit && /^(week|month)$/.test(first.unit);
  const isPair = till.before !== undefined || isOfOneUnit;
  const days = (look: Look): ReturnType<Time['days']> => {
    const [plain, last] = [first.days('back'), till.days(look)];
    if (!isDays(plain)) return plain;
    if (!isDays(last)) return last;
    const isBack = plain.from > last.to && plain.from.slice(0, 7) === last.to.slice(0, 7);
    if (isBack && first.isEither !== true && first.unit === 'day')
      return lack('That range runs backwards: name the earlier day first.', 'no_such_date');
    const isNear = plain.from <= last.to && first.isWeekday !== true;
    const near = isNear ? plain : one(last.to).days('back');
    return isDays(near) ? daysTime(near.from, last.to).days(look) : near;
  };
  // "Mon to Thu" of every week, or the days from one to the other.
  const [from = 0, to = 0] = [first, till].map(({ weekdays }) => weekdays?.[0]);
  if (first.isEither === true && till.isEither === true)
    return { unit: 'day', days, weekdays: weekdaysFrom(from, to), isEither: true };
  return { unit: 'other', days, ...(isPair && { pair: [first, till] as const }) };
}

function timesIn(table: string, lead = '', ending = ''): Phrase<Make>[] {
  const slots = { ...SLOTS, span, point, day, month_span };
  const makeOf = (head: string) => {
    const [kind = '', ...words] = head.split(' ');
    const values = words.map((word) => (/\d/.test(word) ? Number(word) : word)) as never[];
    return (...read: never[]): Make =>
      (today) =>
        KINDS[kind]?.(today, ...values, ...read) ?? timeOf(kind as Span, today, values[0]);
  };
  return phrasesIn(table, slots, makeOf, (pattern) => `${lead}${pattern}${ending}`);
}

/** What these phrases read at a place, behind "the". @param unit the only one that fits */
const oneOf =
  (phrases: () => Phrases<Make>, unit?: Unit): Slot =>
  (sentence, at) => {
    const from = sentence.word(at) === 'the' ? at + 1 : at;
    const found = phrases().longestAt(sentence, from);
    if (found === null || (unit && found.meaning('2026-06-15').unit !== unit)) return null;
    return { value: found.meaning, length: from - at + found.length };
  };
const span = oneOf(() => SPANS);
const month_span = oneOf(() => SPANS, 'month');
/** One end of a range: a span, or the start of one. */
const point = oneOf(() => POINTS);
const day = oneOf(() => POINTS, 'day');

const named = [...timesIn(NAMED), ...timesIn(FEASTS, 'on|for|of|from? the? ', ' <year>?')];
const SPANS = new Phrases([...named, ...timesIn('day 0: now\nday_of_month: <nth_plain>')]);
const POINTS = new Phrases([...timesIn(STARTS), ...SPANS.all]);
export const DATES = new Phrases([...named, ...timesIn(RANGES)]);
