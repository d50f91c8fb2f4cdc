/** The days that are asked about, and those they are held against. */

import { isDeepStrictEqual } from 'node:util';
import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import { daysIn } from '../../gym/reports/period.ts';
import {
  type Before,
  type Days,
  isDays,
  type Lack,
  type Look,
  lack,
  newestWeekday,
  spanOf,
  type Time,
  timeOf,
  yearBefore,
} from './calendar.ts';

export interface Ranges {
  readonly range: Days | null;
  readonly compare: Days | null;
}

/** What is known of a question besides its times. */
export interface Asking {
  readonly today: string;
  readonly look: Look;
  /** How the shape compares: '', `previous`, `last_year` or `range`. */
  readonly compare: string;
  /** The days of the question before. */
  readonly base: Days | null;
}

interface Dated {
  readonly time: Time;
  readonly days: Days;
}

const YEAR = { unit: 'other', shift: 'year' } as const;
/** Days that a figure is of where none are named. Source: `docs/figures.md`. */
const USUAL_DAYS = 42;
const TWO_TIMES = lack(
  'Two different times were named: ask for one, or for both compared (“last week compared with the week before”).',
);
const ONE_TIME = lack(
  'Which two times are compared was not understood: name both (“November and October”).',
);

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
export function rangesOf(times: readonly Time[], asking: Asking): Ranges | Lack {
  const { look, compare, base, today } = asking;
  const named = times.flatMap((time) => {
    const isPair = time.pair !== undefined && (compare !== '' || time.pair[1].before !== undefined);
    return isPair ? time.pair : [time];
  });
  const isHeld = ({ before }: Time) =>
    before !== undefined && (before.isLast !== true || named.length === 1);
  const before = named.find(isHeld);
  const all: Dated[] = [];
  for (const time of named.filter((one) => !isHeld(one))) {
    const days = time.days(look);
    if (!isDays(days)) return days;
    all.push({ time, days });
  }
  if (compare === '' && before === undefined)
    return all.length === 0 ? { range: null, compare: null } : common(all);
  const apart = all.filter((one) => !isRepeated(one, all));
  // "Was Saturday busier than Sunday, this weekend": the two within it.
  const isOfTwo = apart.length === 1 && all.length === 3;
  const dated = isOfTwo ? all.filter((one) => !apart.includes(one)) : apart;
  if (before !== undefined) return heldAgainstBefore(before, dated, asking);
  const [first, second] = dated;
  if (new Set(dated.map(({ days }) => days.from)).size > 2) return TWO_TIMES;
  if (first !== undefined && second !== undefined)
    return twoTimes(first, dated.find(({ days }) => days.from !== first.days.from) ?? second);
  const usual = base ?? { from: addDays(today, 1 - USUAL_DAYS), to: today };
  if (compare !== 'range') {
    const { days, time } = first ?? { days: usual, time: null };
    const unit = compare === 'last_year' ? YEAR : ({ unit: 'other' } as const);
    return { range: days, compare: beforeOf(unit, time, days) };
  }
  if (first === undefined || base === null) return ONE_TIME;
  if (base.from === first.days.from)
    return { range: base, compare: beforeOf({ unit: 'other' }, first.time, base) };
  const [later, earlier] = base.from > first.days.from ? [base, first.days] : [first.days, base];
  return { range: later, compare: earlier };
}

function twoTimes(first: Dated, second: Dated): Ranges {
  const [later, other] = first.days.from > second.days.from ? [first, second] : [second, first];
  // "this Saturday than last Saturday", asked on a Sunday: the one before.
  const isSame = later.days.from === other.days.from && later.days.to === other.days.to;
  const isYear = /-01-01$/.test(other.days.from) && /-12-31$/.test(other.days.to);
  const held =
    isYear && later.time.unit !== 'other' ? beforeOf(YEAR, later.time, later.days) : null;
  // "November against last November" is of two years.
  const before = later.time.unit === 'month' ? YEAR : ({ unit: 'other' } as const);
  const compare = held ?? (isSame ? beforeOf(before, later.time, later.days) : other.days);
  return { range: later.days, compare };
}

const isWithin = (inner: Days, outer: Days): boolean =>
  inner.from >= outer.from && inner.to <= outer.to;

/** "Charged since the 16th: from the 16th to the 30th …", "Black Friday weekend (28 and 29 November)": one time, said twice. */
function isRepeated({ days }: Dated, all: readonly Dated[]): boolean {
  const length = daysIn(days);
  return all.some(({ days: other }) => {
    const isOther = daysIn(other) > 1 && daysIn(other) !== length;
    return isOther && (length === 1 ? isWithin(days, other) : isWithin(other, days));
  });
}

/** "this week compared with the week before"; alone and after a question, the time before that one. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function heldAgainstBefore(
  before: Time,
  [first, second]: readonly Dated[],
  { compare, base, today, look }: Asking,
): Ranges | Lack {
  const unit = before.before ?? { unit: 'other' as const };
  // "Black Friday week, 23 to 29 November" is one time.
  if (second !== undefined && !isDeepStrictEqual(first?.days, second.days)) return TWO_TIMES;
  const range = first?.days ?? base;
  const time = first?.time ?? null;
  if (range !== null) {
    if (unit.isAfter)
      return { range: afterOf(unit, range), compare: compare === '' ? null : range };
    const days = beforeOf(unit, time, range);
    return first === undefined && compare === ''
      ? { range: days, compare: null }
      : { range, compare: days };
  }
  const own = before.days(look);
  if (compare === '' || unit.isAfter) return isDays(own) ? { range: own, compare: null } : own;
  const isSpan = unit.unit === 'week' || unit.unit === 'month';
  // "Up on the week before" is said of the one that is over, "up on the previous week" of this one.
  const now = timeOf(unit.unit === 'month' ? 'month' : 'week', today, isDays(own) ? 0 : -1);
  const running = now.days('back');
  if (isSpan && isDays(running)) return { range: running, compare: beforeOf(unit, now, running) };
  const usual = { from: addDays(today, 1 - USUAL_DAYS), to: today };
  // "Busier than a year ago" is on the same weekdays.
  if (unit.shift === 'year')
    return { range: usual, compare: { from: addDays(usual.from, -364), to: addDays(today, -364) } };
  // "Did we beat the Saturday before?"
  const newest = unit.weekday && spanOf('day', newestWeekday(today, unit.weekday));
  return { range: newest || usual, compare: beforeOf(unit, null, newest || usual) };
}

/** What lies before: the unit that is named, or the same stretch as that of the other. */
function beforeOf(before: Before, of: Time | null, { from, to }: Days): Days {
  const length = daysIn({ from, to });
  const { count, weekday, shift } = before;
  const earlier = (by: number): Days => ({ from: addDays(from, -by), to: addDays(to, -by) });
  // A day or week is held against the same weekdays.
  if (shift === 'year' && length <= 7) return earlier(364);
  if (shift === 'year') return { from: yearBefore(from), to: yearBefore(to) };
  if (shift === 'week') return earlier(7);
  if (count !== undefined)
    return { from: addDays(from, count < 0 ? -length : -count), to: addDays(from, -1) };
  if (weekday !== undefined) return spanOf('day', newestWeekday(addDays(from, -1), weekday));
  const unit = before.unit === 'other' ? (of?.unit ?? 'other') : before.unit;
  if (unit !== 'other' && unit !== 'day') return spanOf(unit, from, -1);
  return earlier(of?.isWeekday === true ? 7 : length);
}

function afterOf({ unit, weekday, shift }: Before, { from, to }: Days): Days {
  if (shift !== undefined) return { from: addDays(from, 7), to: addDays(to, 7) };
  if (weekday !== undefined) return spanOf('day', newestWeekday(addDays(to, 7), weekday));
  return spanOf(unit === 'month' ? 'month' : 'week', from, 1);
}

/** "My Tuesday class on the 24th", which is a Tuesday. */
function isItsWeekday({ time }: Dated, all: readonly Dated[]): boolean {
  const others = all.filter((one) => one.time !== time);
  const isIt = ({ days }: Dated) =>
    daysIn(days) === 1 && time.weekdays?.includes(weekdayOf(days.from)) === true;
  return time.isEither === true && others.some((one) => one.time.isEither !== true && isIt(one));
}

/** "Since bonfire night, that is the fifth of November". */
const isItsFirstDay = ({ days }: Dated, all: readonly Dated[]): boolean =>
  daysIn(days) === 1 &&
  all.some(
    (one) => one.time.unit === 'other' && one.days.from === days.from && one.days.to > days.to,
  );

/** The one range that the times mean together: the narrower, where one lies in the other; days in a row as one. */
function common(all: readonly Dated[]): Ranges | Lack {
  const dated = all.filter((one) => !isItsWeekday(one, all) && !isItsFirstDay(one, all));
  const [first] = dated;
  const spans = dated
    .map(({ days }) => days)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const isRun =
    dated.every(({ time }) => time.unit === first?.time.unit) &&
    spans.every(({ from }, i) => i === 0 || from === addDays(spans[i - 1]?.to ?? '', 1));
  const [start, end] = [spans[0], spans.at(-1)];
  if (isRun && start !== undefined && end !== undefined && spans.length > 1)
    return { range: { from: start.from, to: end.to }, compare: null };
  // "Wages go out on Friday: what do we owe for last week?"
  if (dated.length > 1 && dated.some(({ time }) => time.isEither === true)) return TWO_TIMES;
  const inner = dated.find((one) => dated.every((other) => isWithin(one.days, other.days)));
  return inner === undefined ? TWO_TIMES : { range: inner.days, compare: null };
}
