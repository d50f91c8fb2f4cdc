/** The days that are asked about, and those they are compared with. */

import { addDays } from '../../../gym/calendar/zone.ts';
import { dateName } from '../dates/calendar-words.ts';
import { type Days, type Look, monthSpan, type Span, weekSpan } from '../dates/span.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Stop } from './draft.ts';
import { countedDays, currentOf, daysBefore } from './earlier.ts';
import { isEveryWeek, isOneDate } from './filters/filters.ts';
import { isLeftOut } from './filters/left-out.ts';
import type { Work } from './work.ts';

export interface Ranges {
  readonly range: Days | null;
  readonly span: Span | null;
  readonly compare: Days | null;
}

/** Answered elsewhere: a follow-up's "the week before" is of the question before. */
export interface Earlier {
  readonly days: Days;
  readonly span: Span;
}

const TWO_TIMES: Stop = {
  stop: 'not_understood',
  message:
    'Two different times were named: ask for one, or for both compared (“last week compared with the week before”).',
};

interface Named {
  readonly mark: MarkOf<'time'>;
  readonly span: Span;
}

interface Dated extends Named {
  readonly days: Days;
}

export function rangesOf(work: Work, look: Look, earlier: Earlier | null): Ranges | Stop {
  const named = work.all('time').flatMap((mark): Named[] => {
    const span = spanOf(mark, work);
    work.use(mark);
    const { pair } = mark.phrase;
    if (pair !== undefined && cue(work) !== null) return pair.map((one) => ({ mark, span: one }));
    return span === null ? [] : [{ mark, span }];
  });
  for (const { span } of named) work.note(span.note);
  const plain = named.filter(({ span }) => span.isBefore !== true);
  const before = named.filter(({ span }) => span.isBefore === true);
  const days: Dated[] = [];
  for (const one of plain) {
    const found = one.span.days(look);
    if (found === null) return missingOf(one.span);
    days.push({ ...one, days: found });
  }
  const [alone] = days;
  if (
    earlier !== null &&
    alone !== undefined &&
    days.length === 1 &&
    before.length === 0 &&
    cue(work) !== null
  ) {
    useCue(work);
    return { range: earlier.days, span: earlier.span, compare: alone.days };
  }
  if (before.length > 0) return heldAgainstBefore(days, before, earlier, work);
  return sinceUntil(days) ?? compared(days, work) ?? common(days);
}

function spanOf(mark: MarkOf<'time'>, work: Work): Span | null {
  const { span, bare } = mark.phrase;
  if (bare !== undefined) return isOneDate(mark, work) ? bare : null;
  if (span === undefined || (span.isWeekday === true && isEveryWeek(mark, work))) return null;
  if (span.unit === 'weekend' && isLeftOut(mark, work)) return null;
  return span;
}

function missingOf({ missing }: Span): Stop {
  return missing ?? { stop: 'no_such_date', message: 'That date is not in the calendar.' };
}

/** "this week compared with the week before". */
function heldAgainstBefore(
  days: readonly Dated[],
  before: readonly Named[],
  earlier: Earlier | null,
  work: Work,
): Ranges | Stop {
  const [first] = days;
  const [other, ...others] = before;
  // "This week, last week and the week before": three are not held against each other.
  if (days.length > 1 || others.length > 0) return TWO_TIMES;
  if (other === undefined) return { range: null, span: null, compare: null };
  const alone = first === undefined && earlier === null ? aloneBefore(other.span, work) : null;
  if (alone !== null) return alone;
  const base = first ?? earlier;
  if (base === null) {
    return {
      stop: 'not_understood',
      message: `Before what? “${other.mark.typed}” needs a time that it is before.`,
    };
  }
  if (other.span.count !== undefined && countedDays(other.span, base.days) === 0) return TWO_TIMES;
  const earlierDays = daysBefore(other.span, base.span, base.days);
  if (first === undefined && cue(work) === null)
    return { range: earlierDays, span: base.span, compare: null };
  useCue(work);
  return { range: base.days, span: base.span, compare: earlierDays };
}

/** No time stands beside it: "the previous week" is last week, "than the week before" is of this one. */
function aloneBefore(span: Span, work: Work): Ranges | null {
  const { today } = work.marked;
  const own = span.days('back');
  const isHeld = cue(work) !== null;
  useCue(work);
  if (own !== null) {
    const current = isHeld ? currentOf(span, own, today) : null;
    if (span.shift !== undefined) work.note(`Looked at the whole of ${dateName(own.from)}.`);
    return { range: current ?? own, span, compare: current === null ? null : own };
  }
  if (!isHeld || !(span.unit === 'week' || span.unit === 'month')) return null;
  const now = span.unit === 'week' ? weekSpan(today, 0) : monthSpan(today, 0);
  const range = now.days('back');
  return range && { range, span: now, compare: daysBefore(span, now, range) };
}

/** Marks that hold one time against another. */
function cue(work: Work): Mark | null {
  return work.all('compare', 'than').at(-1) ?? null;
}

function useCue(work: Work): void {
  work.use(
    ...work.all('compare', 'than', 'or', 'and'),
    ...comparatives(work)
      .filter((mark) => isBeforeTime(mark, work))
      .slice(0, 1),
  );
}

/** "more this month or last month": what is more stands before the times. */
function isBeforeTime(mark: Mark, work: Work): boolean {
  const times = work.all('time', 'compare', 'than');
  return times.some(({ at }) => at > mark.at);
}

export function comparatives(work: Work): Mark[] {
  return work.all('direction').filter(({ isComparative }) => isComparative);
}

function compared(days: readonly Dated[], work: Work): Ranges | Stop | null {
  const [first, second, third] = days;
  if (first === undefined || third !== undefined) return null;
  return second === undefined ? withNow(first, work) : twoHeld(first, second, work);
}

const CROSSED: Stop = {
  stop: 'not_understood',
  message:
    'Each time with a part of the day of its own was not understood: ask for one after the other.',
};

/** "October mornings vs November evenings". */
function isCrossed(first: Dated, second: Dated, work: Work): boolean {
  const parts = [first, second].map(({ mark }) => work.after(mark));
  const [one, other] = parts.map((mark) => (mark?.is === 'filter' ? mark.values.join() : ''));
  return one !== '' && other !== '' && one !== other;
}

function twoHeld(first: Dated, second: Dated, work: Work): Ranges | Stop | null {
  if (isCrossed(first, second, work)) return CROSSED;
  const follows = (kind: 'or' | 'and'): boolean =>
    work.all(kind).some((mark) => work.before(mark) === first.mark);
  const { unit } = first.span;
  const isBoth = unit === second.span.unit && /^(week|month)$/.test(unit) && follows('and');
  const isChoice = follows('or') && comparatives(work).length > 0;
  if (cue(work) === null && !isChoice && !isBoth) return null;
  useCue(work);
  const isFirstLater = first.days.from > second.days.from;
  const [later, other] = isFirstLater ? [first, second] : [second, first];
  // "this Saturday than last Saturday", asked on a Sunday: the one before.
  const isSame = first.days.from === second.days.from && unit === 'day';
  const date = addDays(first.days.from, -7);
  const compare = isSame ? { from: date, to: date } : other.days;
  return { range: later.days, span: later.span, compare };
}

/** "how did last week compare" has nothing to compare with; "than last month" has now. */
function withNow(first: Dated, work: Work): Ranges | null {
  const mark = cue(work);
  if (mark === null || mark.at > first.mark.at || !isOfTime(mark, first.mark, work)) return null;
  const range = currentOf(first.span, first.days, work.marked.today);
  if (range.from === first.days.from) return null;
  useCue(work);
  const named = (days: Days): string => `${dateName(days.from)} to ${dateName(days.to)}`;
  work.note(`Compared ${named(range)} with ${named(first.days)}.`);
  return { range, span: first.span, compare: first.days };
}

/** Whether nothing but the time stands behind "than". */
function isOfTime(mark: Mark, time: Mark, work: Work): boolean {
  return work.marks.indexOf(time) === work.marks.indexOf(mark) + 1;
}

/** "Until yesterday, from 1 October": one range, its end said first. */
function sinceUntil(days: readonly Dated[]): Ranges | null {
  const since = days.find(({ span }) => span.isSince === true);
  const until = days.find(({ span }) => span.isUntil === true);
  if (days.length !== 2 || since === undefined || until === undefined) return null;
  const range = { from: since.days.from, to: until.days.to };
  return range.from > range.to ? null : { range, span: since.span, compare: null };
}

/** The one range that the spans mean together: the narrower, where one lies in the other. */
function common(days: readonly Dated[]): Ranges | Stop {
  // "This Saturday and last Saturday", asked on a Sunday.
  const isOf = (word: RegExp): boolean => days.some(({ mark }) => word.test(mark.typed));
  const isOneDay = days.every(({ span }) => span.unit === 'day');
  if (days.length > 1 && isOneDay && isOf(/\bthis\b/i) && isOf(/\blast\b/i)) return TWO_TIMES;
  const joint = isOneDay ? following(days) : null;
  if (joint !== null) return joint;
  let best: Dated | null = null;
  for (const one of days) {
    if (best === null || isWithin(one.days, best.days)) best = one;
    else if (!isWithin(best.days, one.days)) return TWO_TIMES;
  }
  return { range: best?.days ?? null, span: best?.span ?? null, compare: null };
}

/** "Bookings for tomorrow and Tuesday": days one after the other, as one range. */
function following(days: readonly Dated[]): Ranges | null {
  const dates = [...new Set(days.map((one) => one.days.from))].toSorted();
  const [from] = dates;
  const isRun = dates.every((date, i) => i === 0 || date === addDays(dates[i - 1] ?? date, 1));
  const span = days[0]?.span;
  if (dates.length < 2 || !isRun || from === undefined || span === undefined) return null;
  return { range: { from, to: dates.at(-1) ?? from }, span, compare: null };
}

function isWithin(inner: Days, outer: Days): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}
