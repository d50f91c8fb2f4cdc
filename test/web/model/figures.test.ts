/** Figures of pages are those of the public query: here they are compared with the reports, which are computed another way. */

import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../gym/figures/class-table.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { attendanceReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { lastYearIn } from '../../../service/figures/last-year.ts';
import { attendanceIn, daysWithUsual, hoursIn, trainersIn } from '../../../web/model/figures.ts';
import { besideWords } from '../../../web/words/sentences.ts';
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

describe('last year', () => {
  const thisWeek = { from: '2026-11-16', to: '2026-11-22' };
  /** Monday to Sunday of the same week of 2025: the Sunday is not over yet this year. */
  const then = ['17', '18', '19', '20', '21', '22', '23'].map((day, at) =>
    classAt(`2025-11-${day}T10:00`, { people: 10 + at }),
  );
  const view = (said: Partial<GymView> = {}) =>
    gymView({ known: { from: '2025-01-01', to: '2026-11-22' }, ...said });
  const history = { classesIn: async ({ gym }: GymView) => tableOf({ gym, sessions: then }) };

  it('is of the same weekdays, over the days that have begun', async () => {
    const lastYear = await lastYearIn(view(), history, thisWeek);
    expect(lastYear?.attended).toBe(10 + 11 + 12 + 13 + 14 + 15);
    const goals = { fill: 0.7, attendance: 12 };
    expect(besideWords({ goals, lastYear })).toMatch(
      /^Goal: 70% full, 12(\.0)? people a class\. The same days last year: 75 people/,
    );
  });

  it('is not told where the history does not have all of the days, or nobody was counted', async () => {
    const short = view({ known: { from: '2025-11-18', to: '2026-11-22' } });
    expect(await lastYearIn(short, history, thisWeek)).toBeNull();
    const nobody = await lastYearIn(view(), history, thisWeek, [['trainer', 'is', ['nobody']]]);
    expect([nobody, besideWords({ goals: { fill: null, attendance: null } })]).toEqual([
      null,
      null,
    ]);
  });
});
