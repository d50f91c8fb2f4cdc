/** What somebody sees who may not see all. */

import { expect, it } from 'vitest';
import { performanceReport } from '../../../gym/reports/classes/performance.ts';
import { revenueReport } from '../../../gym/reports/money/revenue.ts';
import { summaryReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainers/trainer.ts';
import { ofTrainer, withoutMoney } from '../../../gym/sessions/partial-view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { gymView } from '../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../support/timetable.ts';

const VIEW = sandboxView(Date.UTC(2026, 10, 21, 12));

it('a gym without money knows no amount, and judges nothing by one', () => {
  const { totals, most_profitable: profitable, dead } = revenueReport(withoutMoney(VIEW));
  expect(totals).toMatchObject({ revenue: null, cost: null, profit: null });
  expect(profitable).toEqual([]);
  for (const { verdict_reasons: reasons } of dead) expect(reasons).not.toContain('loses_money');
});

/** A Friday. */
const FRIDAY = '2026-11-20';
const week = gymView({
  sessions: [
    classAt('2026-11-19T18:30', { id: 'thu', name: 'Yoga', trainer: BEN }),
    classAt(`${FRIDAY}T07:00`, { id: 'early' }),
    classAt(`${FRIDAY}T16:59`, { id: 'nobody', trainer: null }),
    classAt(`${FRIDAY}T17:00`, { id: 'evening', trainer: BEN }),
  ],
});
const idsOf = (trainerId: string) => ofTrainer(week, trainerId).sessions.map(({ id }) => id);

it('a view of one trainer has their classes, and every report takes it', () => {
  expect(idsOf(BEN.id)).toEqual(['thu', 'evening']);
  expect(idsOf('someone-else')).toEqual([]);
  const own = ofTrainer(week, BEN.id);
  expect(summaryReport(own, { date: FRIDAY }).total_classes).toBe(1);
  expect(trainerReport(own, ANNA.id, 'week')).toMatchObject({ trainer: ANNA, classes_taught: 0 });
  expect(performanceReport(own, 8).total_classes).toBe(2);
});

it('a second later it has the same list of classes, and so keeps their figures', () => {
  const later = { ...week, nowUtcMs: week.nowUtcMs + 1_000, rooms: [] };
  const [one, other] = [week, later].map((some) => ofTrainer(some, BEN.id));
  expect(other?.sessions).toBe(one?.sessions);
  expect(other).toMatchObject({ nowUtcMs: later.nowUtcMs, rooms: [] });
});

it('it is forgotten after eight others', () => {
  const one = ofTrainer(week, 'trainer-1');
  for (let n = 2; n <= 9; n += 1) ofTrainer(week, `trainer-${n}`);
  expect(ofTrainer(week, 'trainer-1')).not.toBe(one);
  expect(ofTrainer(week, 'trainer-9')).toBe(ofTrainer(week, 'trainer-9'));
});
