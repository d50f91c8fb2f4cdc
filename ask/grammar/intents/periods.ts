/** The two times that a comparison is of: both as named, or the one named and what it is naturally held against. */

import { addDays } from '../../../gym/calendar/zone.ts';
import type { Days, Span } from '../dates/span.ts';
import type { Request, Stop } from '../request.ts';
import { currentOf, daysBefore, missingOf, type Range, withinLimits } from './range.ts';

const WEEK = 7;

/** Lists of classes against another time, and growth since a day long ago, are not told. */
export function listStop({ has, parts: { spans } }: Request): Stop | null {
  const suggestions = [
    `Which classes are ${has('shrinking') ? 'losing people' : 'growing'}?`,
    'How is this month compared with last month?',
  ];
  if (has('which') && has('classNoun', 'classNouns')) {
    const message = 'Classes are not held against another time one by one, only all together.';
    return { stop: 'not_understood', message, suggestions };
  }
  if (has('versus') || !spans.some(({ isSince }) => isSince === true)) return null;
  const message = 'What it is to be held against was not understood: name both times.';
  return { stop: 'not_understood', message, suggestions };
}

export interface Periods {
  readonly first: Days;
  readonly second: Days;
  readonly notes: readonly string[];
}

/** Both ranges as named; or the one named and what it is naturally held against. */
export function periodsOf({ has, parts: { spans, today } }: Request): Periods | Stop {
  const [a, b] = [
    ...spans.filter(({ isBefore }) => !isBefore),
    ...spans.filter(({ isBefore }) => isBefore),
  ];
  if (spans.length > 2)
    return { stop: 'not_understood', message: 'Two times can be compared, not more.' };
  if (a === undefined || (a.isBefore === true && a.days('back') === null)) {
    return usualPeriods(today);
  }
  const first = cutTo(a, today);
  if ('stop' in first) return first;
  if (b === undefined) {
    const isCurrent = first.days.to >= today;
    const before = { first: first.days, second: daysBefore(a, first.days), notes: first.notes };
    return isCurrent || !has('versus')
      ? before
      : { first: currentOf(a, first.days, today), second: first.days, notes: first.notes };
  }
  if (b.isBefore === true)
    return { first: first.days, second: daysBefore(a, first.days), notes: first.notes };
  const second = cutTo(b, today);
  return 'stop' in second
    ? second
    : { first: first.days, second: second.days, notes: [...first.notes, ...second.notes] };
}

function usualPeriods(today: string): Periods {
  return {
    first: { from: addDays(today, 1 - WEEK), to: today },
    second: { from: addDays(today, 1 - 2 * WEEK), to: addDays(today, -WEEK) },
    notes: [
      'No time was named: took the seven days that end today, compared with the seven before them.',
    ],
  };
}

function cutTo(span: Span, today: string): Range | Stop {
  const days = span.days('back');
  return days === null ? missingOf(span) : withinLimits(span, days, today);
}
