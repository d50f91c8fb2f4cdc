/** Figures of pages are those of the public query: here they are compared with the reports, which are computed another way. */

import { describe, expect, it } from 'vitest';
import { attendanceReport } from '../../../gym/reports/attendance.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { trainerReport } from '../../../gym/reports/trainers/trainer.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { attendanceIn, daysWithUsual, hoursIn, trainersIn } from '../../../web/model/figures.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

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

  it('have every trainer, as their own report has them', () => {
    const { rows } = trainersIn(view, range);
    expect(rows).toHaveLength(view.trainers.length);
    for (const { slotIndex, slotClasses, ...row } of rows) {
      const report = trainerReport(view, row.trainer.id, 'week', range);
      expect(report).toMatchObject({ ...row, slot_index: slotIndex, slot_classes: slotClasses });
    }
  });
});

it('have every hour of the week in which a class took place, and how many name no trainer', () => {
  const view = gymView({
    sessions: [
      classAt('2026-11-16T18:00', { people: 10 }),
      classAt('2026-11-16T18:59', { people: 8, capacity: 8, trainer: null }),
      classAt('2026-11-18T18:00', { people: null }),
      classAt('2026-11-19T12:00', { isCancelled: true }),
    ],
  });
  expect(hoursIn(view, windowRange(view)).cells).toEqual([
    { weekday: 'monday', hour: 18, fill_rate: 0.6429, rated_classes: 2, completed_classes: 2 },
    { weekday: 'wednesday', hour: 18, fill_rate: null, rated_classes: 0, completed_classes: 1 },
  ]);
  expect(trainersIn(view, windowRange(view)).unnamed).toBe(1);
});

it('compare a day with none where there was none', () => {
  const { gym, nowUtcMs } = gymView();
  const view = gymView({ gym, nowUtcMs, sessions: [] });
  const days = daysWithUsual(view, { from: '2026-11-20', to: '2026-11-21' });
  expect(days.map(({ usual }) => usual)).toEqual([null, null]);
  expect(days[0]?.day).toMatchObject({ total_classes: 0, attended: null, fill_rate: null });
});
