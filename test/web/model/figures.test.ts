/** Figures of pages are those of the public query: here they are compared with the reports, which are computed another way. */

import { describe, expect, it } from 'vitest';
import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { hoursReport } from '../../../gym/reports/hours.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { trainersReport } from '../../../gym/reports/trainers/trainers.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { attendanceIn, daysWithUsual, hoursIn, trainersIn } from '../../../web/model/figures.ts';
import { gymView } from '../../support/gym-view.ts';

/** Days on which the clock changes in London, and one on which it does not. */
const VIEWS = [
  Date.UTC(2026, 2, 29, 12),
  Date.UTC(2026, 9, 25, 12),
  Date.UTC(2026, 10, 23, 12),
].map((nowUtcMs) => sandboxView(nowUtcMs));

describe.each(VIEWS)('figures of a page', (view) => {
  const range = windowRange(view);

  it('have the classes and people of each day and of all', () => {
    const { days, ...sums } = attendanceIn(view, range);
    const report = attendanceReport(view, range);
    expect(report).toMatchObject(sums);
    expect(report.days).toMatchObject(days);
    expect(days).toHaveLength(42);
  });

  it('have every hour of the week', () => {
    const { cells } = hoursIn(view, range);
    const report = hoursReport(view, range).cells;
    expect(cells).toHaveLength(report.length);
    for (const cell of cells) expect(report).toContainEqual(expect.objectContaining(cell));
  });

  it('have every trainer', () => {
    const { rows, unnamed } = trainersIn(view, range);
    const report = trainersReport(view, range);
    expect(unnamed).toBe(report.classes_without_trainer);
    expect(rows).toHaveLength(report.trainers.length);
    for (const { slotIndex, slotClasses, ...row } of rows) {
      expect(report.trainers).toContainEqual(expect.objectContaining(row));
      expect(slotClasses > 0).toBe(slotIndex !== null);
    }
  });
});

it('compare a day with none where there was none', () => {
  const { gym, nowUtcMs } = gymView();
  const view = gymView({ gym, nowUtcMs, sessions: [] });
  const days = daysWithUsual(view, { from: '2026-11-20', to: '2026-11-21' });
  expect(days.map(({ usual }) => usual)).toEqual([null, null]);
  expect(days[0]?.day).toMatchObject({ total_classes: 0, attended: null, fill_rate: null });
});
