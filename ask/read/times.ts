/** The days that are asked about, and those they are held against. */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import { daysIn } from '../../gym/reports/period.ts';
import {
  type Days,
  dateName,
  isDays,
  type Look,
  newestWeekday,
  spanOf,
  type Time,
  yearBefore,
} from './calendar.ts';
import { isOneDate } from './conditions.ts';
import { isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import type { MarkOf } from './mark.ts';

export interface Ranges {
  readonly range: Days | null;
  /** What the range was read from, for "the week before" in the next question. */
  readonly time: Time | null;
  readonly compare: Days | null;
}

interface Dated {
  readonly mark: MarkOf<'time'>;
  readonly time: Time;
  readonly days: Days;
}

const YEAR = { unit: 'other', shift: 'year' } as const;
const TWO_TIMES = notUnderstood(
  'Two different times were named: ask for one, or for both compared (“last week compared with the week before”).',
);

export function rangesOf(marks: Marks, look: Look): Ranges | Stop {
  const isHeld = marks.has('compare', 'than');
  const isMore = marks.all('more').length > 0;
  const named = marks.all('time').flatMap((mark) => {
    const { time } = mark;
    const isOfWeeks = time.weekdays !== undefined && !isOneDate(mark, marks);
    if (marks.leftOut.has(mark) || isOfWeeks) return [];
    return time.pair !== undefined && (isHeld || isMore)
      ? time.pair.map((one) => ({ mark, time: one }))
      : [{ mark, time }];
  });
  const dated: Dated[] = [];
  let before: Time | null = null;
  for (const one of named) {
    marks.note(one.time.note);
    if (one.time.before !== undefined) {
      before ??= one.time;
      continue;
    }
    const days = one.time.days(look);
    if (!isDays(days)) return days;
    dated.push({ ...one, days });
  }
  // "Friday 20th" is one day: the weekday says nothing of its own.
  const isOfDate = ({ time, days }: Dated): boolean =>
    time.isEither === true &&
    dated.some(
      (one) => one.time.isEither !== true && weekdayOf(one.days.from) === weekdayOf(days.from),
    );
  const alone = dated.filter((one) => !isOfDate(one));
  const [first, second, third] = alone;
  const plain = { range: first?.days ?? null, time: first?.time ?? null, compare: null };
  if (before !== null) return heldAgainstBefore(before, alone, marks, look);
  if (first === undefined) return plain;
  if (second === undefined) return oneTime(first, plain, marks);
  const isBoth =
    first.time.unit === second.time.unit &&
    /^(week|month)$/.test(first.time.unit) &&
    marks.all('bound', 'state').length === 0;
  if (third === undefined && (isHeld || isMore || isBoth)) return twoTimes(first, second);
  return common(alone);
}

/** "than last month" has now to be held against; after a question of a time, that one. */
function oneTime({ mark, time, days }: Dated, plain: Ranges, marks: Marks): Ranges | Stop {
  const cue = marks.words('compare', 'than').at(-1);
  const isHeld = cue !== undefined || marks.all('more').length > 0;
  if (isHeld && /month ago$/i.test(mark.typed))
    return notUnderstood('A month ago is one day: ask for this month compared with last month.');
  const earlier = marks.base?.range ?? null;
  const isAsked = isWord(marks.list[0], 'asked', 'past', 'how') && marks.all('noun').length === 0;
  // "Did attendance drop last week" is held against the week before.
  if (cue === undefined && marks.all('more').length > 0 && isAsked && !marks.has('or'))
    return { ...plain, compare: beforeOf({ unit: 'other' }, time, days) };
  if (cue === undefined) return plain;
  if (earlier !== null) return afterRange(earlier, time, days);
  const range = currentOf(time, days, marks.today);
  if (marks.after(cue) !== mark) return plain;
  const text = ({ from, to }: Days): string => `${dateName(from)} to ${dateName(to)}`;
  marks.note(`Compared ${text(range)} with ${text(days)}.`);
  return { range, time: null, compare: days };
}

/** "Than last month" after a question of a time. */
function afterRange(earlier: Days, time: Time, days: Days): Ranges {
  return days.from >= earlier.from
    ? { range: days, time, compare: earlier }
    : { range: earlier, time: null, compare: days };
}

/** What something past is held against: this week for a week, this month for a month, else as many days up to today. */
function currentOf({ unit }: Time, days: Days, today: string): Days {
  if (unit === 'week' || unit === 'month') return { from: spanOf(unit, today).from, to: today };
  const isYear = days.from.endsWith('-01-01') && days.to.endsWith('-12-31');
  return {
    from: isYear ? `${today.slice(0, 4)}-01-01` : addDays(today, 1 - daysIn(days)),
    to: today,
  };
}

function twoTimes(first: Dated, second: Dated): Ranges {
  const [later, other] = first.days.from > second.days.from ? [first, second] : [second, first];
  // "this Saturday than last Saturday", asked on a Sunday: the one before.
  const isSame = later.days.from === other.days.from;
  const isYear = /-12-31$/.test(other.days.to);
  const held = isYear ? beforeOf(YEAR, later.time, later.days) : null;
  const compare =
    held ?? (isSame ? beforeOf({ unit: 'other' }, later.time, later.days) : other.days);
  return { range: later.days, time: later.time, compare };
}

/** "this week compared with the week before"; alone and after a question, the time before that one. */
function heldAgainstBefore(
  before: Time,
  dated: readonly Dated[],
  marks: Marks,
  look: Look,
): Ranges | Stop {
  const [first, second] = dated;
  const unit = before.before ?? { unit: 'other' as const };
  const isHeld = marks.has('compare', 'than') || marks.all('more').length > 0;
  const own = before.days(look);
  const { range = null, time = null } =
    first === undefined ? (marks.base ?? {}) : { range: first.days, time: first.time };
  if (second !== undefined) return TWO_TIMES;
  if (range !== null) {
    const days = beforeOf(unit, time, range);
    if (first === undefined && !isHeld) return { range: days, time, compare: null };
    return { range, time, compare: days };
  }
  // "Busier than a year ago" is of the usual six weeks, on the same weekdays.
  if (isHeld && unit.shift === 'year') {
    const [from, to] = [addDays(marks.today, -41), marks.today];
    const compare = { from: addDays(from, -364), to: addDays(to, -364) };
    return { range: { from, to }, time: null, compare };
  }
  return isDays(own) ? { range: own, time: before, compare: null } : own;
}

/** What lies before: the unit that is named, or the same stretch as that of the other. */
function beforeOf(before: NonNullable<Time['before']>, of: Time | null, { from, to }: Days): Days {
  const length = daysIn({ from, to });
  const { count, weekday, shift } = before;
  const earlier = (by: number): Days => ({ from: addDays(from, -by), to: addDays(to, -by) });
  // A day or week is held against the same weekdays.
  if (shift === 'year' && length <= 7) return earlier(364);
  if (shift === 'year') return { from: yearBefore(from), to: yearBefore(to) };
  if (count !== undefined)
    return { from: addDays(from, count < 0 ? -length : -count), to: addDays(from, -1) };
  if (weekday !== undefined) return spanOf('day', newestWeekday(addDays(from, -1), weekday));
  const unit = before.unit === 'other' ? (of?.unit ?? 'other') : before.unit;
  if (unit !== 'other' && unit !== 'day') return spanOf(unit, from, -1);
  return earlier(of?.isWeekday === true ? 7 : length);
}

/** The one range that the times mean together: the narrower, where one lies in the other; days in a row as one. */
function common(dated: readonly Dated[]): Ranges | Stop {
  const [first] = dated;
  const spans = dated
    .map(({ days }) => days)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const isRun = spans.every(
    ({ from }, i) => i === 0 || from === addDays(spans[i - 1]?.to ?? '', 1),
  );
  const [start, end] = [spans[0], spans.at(-1)];
  if (isRun && start !== undefined && end !== undefined && spans.length > 1)
    return { range: { from: start.from, to: end.to }, time: first?.time ?? null, compare: null };
  const isWithin = (inner: Days, outer: Days): boolean =>
    inner.from >= outer.from && inner.to <= outer.to;
  const inner = dated.find((one) => dated.every((other) => isWithin(one.days, other.days)));
  return inner === undefined ? TWO_TIMES : { range: inner.days, time: inner.time, compare: null };
}
