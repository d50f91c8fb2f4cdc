/** The days that a report is asked for: what was named, or what is usual for the report, within its limits. */

import { addDays } from '../../../gym/calendar/zone.ts';
import { dateName } from '../dates/calendar-words.ts';
import { type Days, type Look, monthOf, monthSpan, type Span, weekSpan } from '../dates/span.ts';
import type { Request, Stop } from '../request.ts';

/** Most days of a range: the window of the class reports (`docs/reports.md`). */
export const MAX_DAYS = 42;

export interface Range {
  readonly days: Days;
  readonly notes: readonly string[];
}

/**
 * @param usual days that end today where no time was named
 * @param always true: always {@link MAX_DAYS}, as the verdicts need them
 */
export function rangeOf(request: Request, usual: number, always = false): Range | Stop {
  const { today } = request.parts;
  // "How many will come on Friday" is of the next one, which is then refused.
  const isAhead = request.has('future') && !request.has('past');
  const named = spanOf(request.parts.spans, isAhead ? 'ahead' : 'back');
  if ('stop' in named) return named;
  if (named.span === null) {
    const days = { from: addDays(today, 1 - usual), to: today };
    return { days, notes: [`No time was named: took the ${usual} days that end today.`] };
  }
  const cut = withinLimits(named.span, named.days, today);
  if ('stop' in cut || !always || lengthOf(cut.days) === MAX_DAYS) return cut;
  const days = { from: addDays(cut.days.to, 1 - MAX_DAYS), to: cut.days.to };
  return {
    days,
    notes: [
      ...cut.notes,
      `This report always looks at ${MAX_DAYS} days: those up to ${dateName(days.to)}.`,
    ],
  };
}

type Named = { readonly span: Span; readonly days: Days } | { readonly span: null };

/** The one range that the spans mean together: the narrower, where one lies in the other. */
export function spanOf(spans: readonly Span[], look: Look): Named | Stop {
  let common: { span: Span; days: Days } | null = null;
  for (const span of spans) {
    const days = span.days(look);
    if (days === null) return missingOf(span);
    if (common === null || isWithin(days, common.days)) common = { span, days };
    else if (!isWithin(common.days, days)) {
      return {
        stop: 'not_understood',
        message:
          'Two different times were named: ask for one, or for both compared (“last week vs the week before”).',
      };
    }
  }
  return common ?? { span: null };
}

/** Why a span comes to no days. */
export function missingOf({ missing }: Span): Stop {
  return missing ?? { stop: 'no_such_date', message: 'That date is not in the calendar.' };
}

function isWithin(inner: Days, outer: Days): boolean {
  return inner.from >= outer.from && inner.to <= outer.to;
}

/** Up to today, and not too long. */
export function withinLimits(span: Span, days: Days, today: string): Range | Stop {
  if (days.from > today) return future(days.from, span.hint);
  const notes = span.note === undefined ? [] : [span.note];
  const to = days.to > today ? today : days.to;
  if (to !== days.to) notes.push('Figures go up to today.');
  if (lengthOf({ from: days.from, to }) <= MAX_DAYS)
    return { days: { from: days.from, to }, notes };
  notes.push(`A report looks at ${MAX_DAYS} days at most: took those up to ${dateName(to)}.`);
  return { days: { from: addDays(to, 1 - MAX_DAYS), to }, notes };
}

/** @param hint what else may have been meant */
export function future(date: string, hint?: string): Stop {
  return {
    stop: 'no_such_date',
    message: `${hint === undefined ? '' : `${hint} `}${dateName(date)} is still to come: figures are of classes that were held. What is planned is in the timetable, up to the end of tomorrow.`,
  };
}

export function lengthOf({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

/** The same unit before: the calendar month before a month, the week before a week, as many days before anything else. */
export function daysBefore(span: Span, days: Days): Days {
  const { from } = days;
  if (span.unit === 'month') {
    const [year = 0, month = 1] = from.split('-').map(Number);
    return monthOf(from, year, month - 1).days('ahead') ?? days;
  }
  if (span.unit === 'week') return { from: addDays(from, -7), to: addDays(from, -1) };
  if (span.unit === 'weekend') return { from: addDays(from, -7), to: addDays(from, -6) };
  return { from: addDays(from, -lengthOf(days)), to: addDays(from, -1) };
}

/** What something past is held against: this week for a week, this month for a month, today for a day. */
export function currentOf(span: Span, days: Days, today: string): Days {
  const counterpart = { week: weekSpan(today, 0), month: monthSpan(today, 0) };
  if (span.unit === 'week' || span.unit === 'month') {
    return counterpart[span.unit].days('back') ?? days;
  }
  return { from: addDays(today, 1 - lengthOf(days)), to: today };
}
