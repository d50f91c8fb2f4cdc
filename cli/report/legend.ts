/** What the words of a report mean, one line under its table. */

import { number, percent } from '../../web/words/format.ts';
import type { Layout } from '../terminal/table.ts';
import { wrapped } from '../terminal/table.ts';

const WORDS = {
  full: 'full: people of places',
  range: '12 (11–13): about 12, likely 11 to 13; 14+: at least 14, who checked in',
  staff: 'came: without staff, one person unless there is a staff zone or attendance.staff is set',
  no_shows: 'no-shows: booked and not there',
  counted: 'counted: dates with a count, of those held',
  trend: 'trend: the last three weeks against the three before, in points',
  breakeven: 'breaks even: people from which a class pays for itself',
} as const;

/** How a report is laid out for a person. */
export interface ReportLayout extends Layout {
  readonly hasLegend: boolean;
}

export function legend(
  words: readonly (keyof typeof WORDS)[],
  { width, hasLegend }: ReportLayout,
): string[] {
  if (!hasLegend) return [];
  return ['', ...wrapped(`${words.map((word) => WORDS[word]).join('. ')}. (--no-legend)`, width)];
}

/** What is to be known with a report. */
export function noteLines(notes: readonly string[], { width }: Layout): string[] {
  return notes.flatMap((note) => wrapped(`Note: ${note}`, width));
}

/** `+2`, in percentage points; unknown is a dash. */
export function pointsOf(difference: number | null): string {
  if (difference === null) return percent(null);
  const rounded = Math.round(difference * 100);
  return `${rounded > 0 ? '+' : ''}${rounded}`;
}

/** `12 (11–13)`; `12+`: at least these, as many as were checked in. */
export function estimate(people: number | null, low: number | null, high: number | null): string {
  if (people === null || (low === people && high === people)) return number(people);
  if (low === people && high === null) return `${people}+`;
  return `${people} (${low ?? ''}–${high ?? ''})`;
}

/** `Mon 18:30`. */
export function slot(weekday: string, startTime: string): string {
  return `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1, 3)} ${startTime}`;
}
