/** The days that are asked about, and those they are compared with. */

import { addDays, weekdayOf } from '../../../gym/calendar/zone.ts';
import {
  type Days,
  type Look,
  mondayOf,
  monthOf,
  monthSpan,
  type Span,
  weekSpan,
} from '../dates/span.ts';
import type { Mark, MarkOf } from '../marks/mark.ts';
import type { Stop } from './draft.ts';
import { isEveryWeek, isLeftOut, isOneDate } from './filters.ts';
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
  const days: (Named & { days: Days })[] = [];
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
  return compared(days, work) ?? common(days);
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
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function heldAgainstBefore(
  days: readonly (Named & { days: Days })[],
  before: readonly Named[],
  earlier: Earlier | null,
  work: Work,
): Ranges | Stop {
  const [first] = days;
  const [other] = before;
  if (other === undefined) return { range: null, span: null, compare: null };
  const own = other.span.days('back');
  if (first === undefined && own !== null && earlier === null) {
    const current = cue(work) === null ? null : currentOf(other.span, own, work.marked.today);
    useCue(work);
    return current === null
      ? { range: own, span: other.span, compare: null }
      : { range: current, span: other.span, compare: own };
  }
  const unit = other.span.unit;
  if (
    first === undefined &&
    earlier === null &&
    cue(work) !== null &&
    (unit === 'week' || unit === 'month')
  ) {
    const now = unit === 'week' ? weekSpan(work.marked.today, 0) : monthSpan(work.marked.today, 0);
    const days = now.days('back');
    if (days !== null) {
      useCue(work);
      return { range: days, span: now, compare: daysBefore(other.span, now, days) };
    }
  }
  const base = first ?? earlier;
  if (base === null || base === undefined) {
    return {
      stop: 'not_understood',
      message: `Before what? “${other.mark.typed}” needs a time that it is before.`,
    };
  }
  const earlierDays = daysBefore(other.span, base.span, base.days);
  if (first === undefined && cue(work) === null) {
    return { range: earlierDays, span: base.span, compare: null };
  }
  useCue(work);
  return { range: base.days, span: base.span, compare: earlierDays };
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

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one branch for each way to say it
function compared(days: readonly (Named & { days: Days })[], work: Work): Ranges | Stop | null {
  const [first, second, third] = days;
  if (third !== undefined) return null;
  if (first !== undefined && second !== undefined) {
    const isAlternative = work.all('or').some((mark) => work.before(mark) === first.mark);
    const isAlike = first.span.unit === second.span.unit && /^(week|month)$/.test(first.span.unit);
    const isBoth = isAlike && work.all('and').some((mark) => work.before(mark) === first.mark);
    const isHeld = cue(work) !== null || (isAlternative && comparatives(work).length > 0);
    if (!isHeld && !isBoth) return null;
    useCue(work);
    const isFirstLater = first.days.from > second.days.from;
    const [later, other] = isFirstLater ? [first, second] : [second, first];
    return { range: later.days, span: later.span, compare: other.days };
  }
  if (first === undefined) return null;
  const mark = cue(work);
  // "how did last week compare" has nothing to compare with; "than last month" has now.
  if (mark === null || mark.at > first.mark.at || !isOfTime(mark, first.mark, work)) return null;
  const range = currentOf(first.span, first.days, work.marked.today);
  if (range.from === first.days.from) return null;
  useCue(work);
  work.note(`Compared ${range.from} to ${range.to} with ${first.days.from} to ${first.days.to}.`);
  return { range, span: first.span, compare: first.days };
}

/** Whether nothing but the time stands behind "than". */
function isOfTime(mark: Mark, time: Mark, work: Work): boolean {
  return work.marks.indexOf(time) === work.marks.indexOf(mark) + 1;
}

/** The one range that the spans mean together: the narrower, where one lies in the other. */
function common(days: readonly (Named & { days: Days })[]): Ranges | Stop {
  let best: (Named & { days: Days }) | null = null;
  for (const one of days) {
    if (best === null || isWithin(one.days, best.days)) best = one;
    else if (!isWithin(best.days, one.days)) return TWO_TIMES;
  }
  return { range: best?.days ?? null, span: best?.span ?? null, compare: null };
}

function isWithin(inner: Days, outer: Days): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}

function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** What lies before: the unit that is named, or the same stretch as that of the other. */
function daysBefore(before: Span, of: Span, days: Days): Days {
  const { from } = days;
  if (before.weekday !== undefined) {
    const back = (weekdayOf(from) - before.weekday + 7) % 7 || 7;
    const date = addDays(from, -back);
    return { from: date, to: date };
  }
  const unit = before.unit === 'week' || before.unit === 'month' ? before.unit : of.unit;
  if (unit === 'month') {
    const [year = 0, month = 1] = from.split('-').map(Number);
    return monthOf(from, year, month - 1).days('ahead') ?? days;
  }
  if (unit === 'week') {
    const monday = mondayOf(from);
    return { from: addDays(monday, -7), to: addDays(monday, -1) };
  }
  if (unit === 'weekend') return { from: addDays(from, -7), to: addDays(from, -6) };
  return { from: addDays(from, -lengthOf(days)), to: addDays(from, -1) };
}

/** What something past is held against: this week for a week, this month for a month, else as many days up to today. */
function currentOf(span: Span, days: Days, today: string): Days {
  const counterpart = { week: weekSpan(today, 0), month: monthSpan(today, 0) };
  if (span.unit === 'week' || span.unit === 'month') {
    return counterpart[span.unit].days('back') ?? days;
  }
  return { from: addDays(today, 1 - lengthOf(days)), to: today };
}
