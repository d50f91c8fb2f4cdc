/** When people come. */

import { describe, expect, test } from 'vitest';
import { type HoursBody, hourCells, hoursReport } from '../../../gym/reports/hours.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const RANGE = { from: '2026-10-11', to: '2026-11-21' };
const cellsOf = (cells: HoursBody['cells']) =>
  cells.map(({ rank, weekday, hour, completed_classes, attended }) => [
    rank,
    weekday,
    hour,
    completed_classes,
    attended,
  ]);

describe('the hours of a range', () => {
  const view = gymView({
    sessions: [
      classAt('2026-11-16T18:00', { people: 10 }),
      classAt('2026-11-16T18:59', { people: 8, capacity: 8 }),
      classAt('2026-11-17T07:30', { people: 12 }),
      classAt('2026-11-18T18:00', { people: null }),
      classAt('2026-11-19T12:00', { isCancelled: true }),
      classAt('2026-11-21T22:00', { attendance: null }),
    ],
  });

  test('are by weekday and hour of the start, unknown last, nothing where nothing took place', () => {
    const report = hoursReport(view, RANGE);
    expect(cellsOf(report.cells)).toEqual([
      [1, 'monday', 18, 2, 18],
      [2, 'tuesday', 7, 1, 12],
      [3, 'wednesday', 18, 1, null],
    ]);
    expect(cellsOf(report.weekdays)).toEqual([
      [1, 'monday', null, 2, 18],
      [2, 'tuesday', null, 1, 12],
      [3, 'wednesday', null, 1, null],
    ]);
    expect(cellsOf(report.hours)).toEqual([
      [1, null, 18, 3, 18],
      [2, null, 7, 1, 12],
    ]);
  });

  test('have their fill, exact for a picture', () => {
    const { cells } = hoursReport(view, RANGE);
    expect(cells.map(({ fill_rate, rated_classes }) => [fill_rate, rated_classes])).toEqual([
      [0.6429, 2],
      [0.6, 1],
      [null, 0],
    ]);
    expect(hourCells(view, RANGE)).toMatchObject([
      { weekday: 1, hour: 18, fillRate: 18 / 28 },
      { weekday: 2, hour: 7, fillRate: 0.6 },
      { weekday: 3, hour: 18, fillRate: null },
    ]);
  });
});

test.each([
  ['ahead', ['2026-03-22', '2026-03-29', '2026-04-05']],
  ['back', ['2026-10-18', '2026-10-25', '2026-11-01']],
])('a Sunday at nine stays one hour where the clock goes %s', (_, dates) => {
  const sessions = dates.map((date) => classAt(`${date}T09:15`));
  const [from = '', , to = ''] = dates;
  const view = gymView({ sessions, nowUtcMs: Date.parse(`${to}T20:00:00Z`) });
  const { cells } = hoursReport(view, { from, to });
  expect(cellsOf(cells)).toEqual([[1, 'sunday', 9, 3, 30]]);
});
