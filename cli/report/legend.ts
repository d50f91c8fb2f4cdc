/** What the words of a report mean, one line under its table. */

import { wrapped } from '../terminal/table.ts';

const WORDS = {
  fill: 'fill: people of places',
  range: '12 (11–13): an estimate and its range; 14+: at least so many, those who checked in',
  grade: 'grade: how well the cameras saw the class, A the best; none: not counted',
  staff: 'came: without staff, one person unless there is a staff zone or attendance.staff is set',
  no_shows: 'no-shows: booked and not there',
  counted: 'counted: classes whose people are known, of those held',
  trend: 'trend: fill of the later three weeks less the earlier three, in percentage points',
  verdict:
    'verdict: dead means that few come, unprofitable that it loses money most weeks although people come, by the limits in turnout.yaml; insufficient data: fewer than four counted',
  pays_from: 'pays from: people from which a class earns its cost',
} as const;

export type LegendWord = keyof typeof WORDS;

/** How a report is laid out for a person. */
export interface Layout {
  /** Places of the terminal. */
  readonly width: number;
  readonly hasLegend: boolean;
}

export function legend(words: readonly LegendWord[], { width, hasLegend }: Layout): string[] {
  if (!hasLegend) return [];
  return ['', ...wrapped(`${words.map((word) => WORDS[word]).join('. ')}. (--no-legend)`, width)];
}

/** What is to be known with a report. */
export function noteLines(notes: readonly string[], width: number): string[] {
  return notes.flatMap((note) => wrapped(`Note: ${note}`, width));
}
