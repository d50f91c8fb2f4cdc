/** The days that are asked about, and those they are held against. */

import { addDays, weekdayOf } from '../../gym/calendar/zone.ts';
import { daysIn } from '../../gym/reports/period.ts';
import {
  type Days,
  dateName,
  isDays,
  type Look,
  mondayOf,
  monthFrom,
  monthTime,
  type Time,
  weekTime,
  wholeOf,
} from './calendar.ts';
import { type Draft, isWord, type Marks, notUnderstood, type Stop } from './draft.ts';
import { isOneDate } from './filters.ts';
import type { MarkOf } from './mark.ts';

export interface Ranges {
  readonly range: Days | null;
  readonly time: Time | null;
  readonly compare: Days | null;
}

interface Dated {
  readonly mark: MarkOf<'time'>;
  readonly time: Time;
  readonly days: Days;
}

const NONE: Ranges = { range: null, time: null, compare: null };
const TWO_TIMES = notUnderstood(
  'Two different times were named: ask for one, or for both compared (“last week compared with the week before”).',
);

export function rangesOf(marks: Marks, look: Look, base: Draft | null): Ranges | Stop {
  const isHeld = marks.has('compare', 'than');
  const kept = marks
    .all('time')
    .filter(
      (mark) =>
        !marks.leftOut.has(mark) ||
        (mark.time.weekdays !== undefined && mark.time.isEither !== true),
    );
  const named: { mark: MarkOf<'time'>; time: Time }[] = kept.flatMap((mark) => {
    const { time } = mark;
    const isOfWeeks =
      time.weekdays !== undefined && (time.isEither !== true || !isOneDate(mark, marks));
    const isPlainDays = isDays(time.days('back')) && time.isEither !== true;
    if (isOfWeeks && !isPlainDays) return [];
    if (time.pair !== undefined && (isHeld || marks.all('more').length > 0))
      return time.pair.map((one) => ({ mark, time: one }));
    return [{ mark, time }];
  });
  marks.use(...marks.all('time'));
  for (const { time } of named) marks.note(time.note);
  const plain = named.filter(({ time }) => time.before === undefined);
  const before = named.filter(({ time }) => time.before !== undefined);
  const dated: Dated[] = [];
  for (const one of plain) {
    const days = one.time.days(look);
    if (!isDays(days)) return days;
    dated.push({ ...one, days });
  }
  const earlier = base?.range == null ? null : { days: base.range, time: base.time };
  if (before.length > 0) return heldAgainstBefore(dated, before[0]?.time, earlier, marks, look);
  const [first, second, third] = dated;
  if (first === undefined) return NONE;
  if (second === undefined) return oneTime(first, earlier, marks);
  if (third === undefined) {
    const held = twoHeld(first, second, marks);
    if (held !== null) return held;
  }
  return sinceUntil(dated) ?? common(dated);
}

/** "than last month" has now to be held against; after a question of a time, that one. */
function oneTime(first: Dated, earlier: { readonly days: Days } | null, marks: Marks): Ranges {
  const plain = { range: first.days, time: first.time, compare: null };
  const cue = marks.words('compare', 'than').at(-1);
  const [changed] = marks.all('more');
  const isAsked = isWord(marks.list[0], 'asked', 'past', 'how') && marks.all('noun').length === 0;
  // "Did attendance drop last week" is held against the week before.
  if (cue === undefined && changed !== undefined && isAsked && earlier === null && !marks.has('or'))
    return { ...plain, compare: beforeOf({ before: { unit: 'other' } }, first.time, first.days) };
  if (cue === undefined) return plain;
  if (earlier !== null) {
    marks.use(...marks.words('compare', 'than'));
    const [later, other] =
      earlier.days.from > first.days.from ? [earlier.days, first.days] : [first.days, earlier.days];
    const isNewer = first.days.from > earlier.days.from;
    return { range: later, time: isNewer ? first.time : null, compare: other };
  }
  const next = marks.after(cue);
  if (next !== first.mark) return plain;
  const range = currentOf(first.time, first.days, marks.today);
  if (range.from === first.days.from) return plain;
  marks.use(...marks.words('compare', 'than'));
  const text = ({ from, to }: Days): string => `${dateName(from)} to ${dateName(to)}`;
  marks.note(`Compared ${text(range)} with ${text(first.days)}.`);
  return { range, time: null, compare: first.days };
}

/** What something past is held against: this week for a week, this month for a month, else as many days up to today. */
function currentOf({ unit }: Time, days: Days, today: string): Days {
  if (unit === 'week' || unit === 'month') {
    const now = (unit === 'week' ? weekTime(today, 0) : monthFrom(today, 0)).days('back');
    return isDays(now) ? now : days;
  }
  const isYear = days.from.endsWith('-01-01') && days.to.endsWith('-12-31');
  if (isYear) return { from: `${today.slice(0, 4)}-01-01`, to: today };
  return { from: addDays(today, 1 - daysIn(days)), to: today };
}

function twoHeld(first: Dated, second: Dated, marks: Marks): Ranges | null {
  const { unit } = first.time;
  const isBoth = unit === second.time.unit && /^(week|month)$/.test(unit) && marks.has('and');
  const isChoice =
    marks.has('or') && (marks.all('more').length > 0 || marks.all('most', 'order').length > 0);
  if (!marks.has('compare', 'than') && !isChoice && !isBoth) return null;
  if (marks.has('compare', 'than')) marks.use(...marks.words('compare', 'than'));
  const isFirstLater = first.days.from > second.days.from;
  const [later, other] = isFirstLater ? [first, second] : [second, first];
  // "this Saturday than last Saturday", asked on a Sunday: the one before.
  const date = addDays(first.days.from, -7);
  const isSame = first.days.from === second.days.from && first.days.to === second.days.to;
  return {
    range: later.days,
    time: later.time,
    compare: isSame ? { from: date, to: date } : other.days,
  };
}

/** "this week compared with the week before"; alone and after a question, the time before that one. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case of the language after another
function heldAgainstBefore(
  dated: readonly Dated[],
  before: Time | undefined,
  earlier: { readonly days: Days; readonly time: Time | null } | null,
  marks: Marks,
  look: Look,
): Ranges | Stop {
  if (dated.length > 1 || before === undefined) return TWO_TIMES;
  const [first] = dated;
  const isHeld =
    marks.has('compare', 'than') ||
    marks.all('more').length > 0 ||
    (first !== undefined && marks.has('and'));
  const own = before.days(look);
  if (first === undefined && earlier === null) {
    marks.use(...marks.words('compare', 'than'));
    const now =
      before.before?.unit === 'month' ? monthFrom(marks.today, 0) : weekTime(marks.today, 0);
    const range = now.days('back');
    if (isHeld && /^(week|month)$/.test(before.before?.unit ?? '') && isDays(range)) {
      return { range, time: now, compare: beforeOf(before, now, range) };
    }
    return isDays(own) ? { range: own, time: before, compare: null } : own;
  }
  const base = first ?? earlier;
  if (base === null) return isDays(own) ? TWO_TIMES : own;
  const days = beforeOf(before, base.time, base.days);
  if (first === undefined && !isHeld) return { range: days, time: base.time, compare: null };
  marks.use(...marks.words('compare', 'than'));
  return { range: base.days, time: base.time, compare: days };
}

/** What lies before: the unit that is named, or the same stretch as that of the other. */
function beforeOf({ before }: Pick<Time, 'before'>, of: Time | null, { from, to }: Days): Days {
  const length = daysIn({ from, to });
  const { unit: named = 'other', count, weekday } = before ?? {};
  if (count !== undefined)
    return { from: addDays(from, count < 0 ? -length : -count), to: addDays(from, -1) };
  if (weekday !== undefined) {
    const date = addDays(from, -((weekdayOf(from) - weekday + 7) % 7 || 7));
    return { from: date, to: date };
  }
  const unit = named === 'other' ? (of?.unit ?? 'other') : named;
  if (unit === 'month') {
    const [year = 0, month = 1] = from.split('-').map(Number);
    return wholeOf(monthTime(from, year, month - 1));
  }
  if (unit === 'week') {
    const monday = mondayOf(from);
    return { from: addDays(monday, -7), to: addDays(monday, -1) };
  }
  if (unit === 'weekend') return { from: addDays(from, -7), to: addDays(from, -6) };
  if (of?.isEither === true) return { from: addDays(from, -7), to: addDays(to, -7) };
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

/** "Until yesterday, from 1 October": one range, its end said first. */
function sinceUntil(dated: readonly Dated[]): Ranges | null {
  const since = dated.find(({ time }) => time.isSince === true);
  const until = dated.find(({ time }) => time.isUntil === true);
  if (dated.length !== 2 || since === undefined || until === undefined) return null;
  const range = { from: since.days.from, to: until.days.to };
  return range.from > range.to ? null : { range, time: since.time, compare: null };
}

/** The one range that the times mean together: the narrower, where one lies in the other; days in a row as one. */
function common(dated: readonly Dated[]): Ranges | Stop {
  const dates = [
    ...new Set(dated.flatMap(({ days }) => (days.from === days.to ? [days.from] : []))),
  ].sort();
  const isRun =
    dates.length > 1 &&
    dated.every(({ days }) => days.from === days.to) &&
    dates.every((date, i) => i === 0 || date === addDays(dates[i - 1] ?? '', 1));
  const [from] = dates;
  if (isRun && from !== undefined)
    return {
      range: { from, to: dates.at(-1) ?? from },
      time: dated[0]?.time ?? null,
      compare: null,
    };
  let best: Dated | null = null;
  for (const one of dated) {
    if (best === null || isWithin(one.days, best.days)) best = one;
    else if (!isWithin(best.days, one.days)) return TWO_TIMES;
  }
  return { range: best?.days ?? null, time: best?.time ?? null, compare: null };
}

function isWithin(inner: Days, outer: Days): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}
