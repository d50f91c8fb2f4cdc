import { describe, expect, test } from 'vitest';
import { performanceReport } from '../../../gym/reports/performance.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { gymView } from '../../support/gym-view.ts';
import { ANNA, BEN, classAt, weekly } from '../../support/timetable.ts';

const ranked = (sessions: readonly ClassSession[], limit = 8) =>
  performanceReport(gymView({ sessions }), limit);

describe('the ranking', () => {
  test('puts the fullest class first, then the better attended, then by name; unknown last', () => {
    const report = ranked([
      ...weekly([10, 10, 10, 10], { name: 'Yoga' }),
      ...weekly([null, null, null, null], { name: 'Aqua' }),
      ...weekly([10, 10, 10, 10], { name: 'Barre' }),
      ...weekly([15, 15, 15, 15], { name: 'Spin', capacity: 30 }),
      ...weekly([18, 18, 18, 18], { name: 'Pump' }),
    ]);
    expect(report.ranking.map(({ rank, name, fill_rate }) => [rank, name, fill_rate])).toEqual([
      [1, 'Pump', 0.9],
      [2, 'Spin', 0.5],
      [3, 'Barre', 0.5],
      [4, 'Yoga', 0.5],
      [5, 'Aqua', null],
    ]);
  });

  test('is cut at the limit; at most 100 dead classes are listed, emptiest first, and all counted', () => {
    const report = ranked(
      Array.from({ length: 105 }, (_, n) =>
        weekly([1, 1, 1, 1], { name: `Class ${n}`, capacity: 10 + n }),
      ).flat(),
    );
    expect(report).toMatchObject({ limit: 8, total_classes: 105, dead_count: 105 });
    expect(report.ranking).toHaveLength(8);
    expect(report.dead_classes).toHaveLength(100);
    expect(report.dead_classes[0]).toMatchObject({ name: 'Class 104', rank: 105 });
  });
});

describe('a class of the ranking', () => {
  test('names those who gave it, most often first', () => {
    const [one, ...rest] = weekly([5, 5, 5, 5], { trainer: BEN });
    const [row] = ranked([{ ...one!, trainer: ANNA, isSubstitute: true }, ...rest]).ranking;
    expect(row?.trainers).toEqual([BEN, ANNA]);
  });

  test('that was only cancelled is told without a verdict, one still to come is not told', () => {
    const report = ranked([
      ...weekly([9, 9, 9, 9], { name: 'Gone', isCancelled: true }),
      classAt('2026-11-21T21:00', { name: 'Tonight', attendance: null }),
    ]);
    expect(report.ranking).toMatchObject([
      { name: 'Gone', occurrences: 0, cancelled_occurrences: 4, verdict: 'insufficient_data' },
    ]);
  });
});
