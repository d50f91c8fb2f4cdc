/** Trainers beside each other. */

import { describe, expect, test } from 'vitest';
import type { Order } from '../../../gym/reports/order.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import { type TrainersKey, trainersReport } from '../../../gym/reports/trainers.ts';
import { gymView } from '../../support/gym-view.ts';
import { ANNA, BEN, checkedIn, classAt } from '../../support/timetable.ts';

const CLEO = { id: 'cleo', name: 'Cleo' };
const DAN = { id: 'dan', name: 'Dan' };
const RANGE = { from: '2026-11-15', to: '2026-11-21' };
const view = gymView({
  sessions: [
    classAt('2026-11-10T18:00', { trainer: DAN }),
    classAt('2026-11-16T18:00', { people: 16, booked: 20 }),
    classAt('2026-11-17T18:00', { people: 18, booked: 18 }),
    classAt('2026-11-17T19:00', { isCancelled: true }),
    classAt('2026-11-18T18:00', { trainer: BEN, people: 30, capacity: 60, booked: 30 }),
    classAt('2026-11-19T18:00', { trainer: BEN, people: 20, capacity: 40, isSubstitute: true }),
    classAt('2026-11-19T19:00', { trainer: CLEO, people: null }),
    classAt('2026-11-20T19:00', { trainer: null }),
  ],
});
const namesBy = (by: TrainersKey, order: Order) =>
  trainersReport(view, RANGE, { by, order }).trainers.map(({ trainer }) => trainer.name);

describe('the trainers of a range', () => {
  test.each<[TrainersKey, Order, string]>([
    ['fill_rate', 'highest', 'Anna Kovács, Ben Okafor, Cleo'],
    ['fill_rate', 'lowest', 'Ben Okafor, Anna Kovács, Cleo'],
    ['attended', 'highest', 'Ben Okafor, Anna Kovács, Cleo'],
    ['average_attendance', 'lowest', 'Anna Kovács, Ben Okafor, Cleo'],
    ['no_show_rate', 'highest', 'Anna Kovács, Ben Okafor, Cleo'],
    ['classes', 'lowest', 'Cleo, Anna Kovács, Ben Okafor'],
    ['classes', 'highest', 'Anna Kovács, Ben Okafor, Cleo'],
  ])('by %s, %s first; ties by name, unknown last', (by, order, names) => {
    expect(namesBy(by, order).join(', ')).toBe(names);
  });

  test('have the figures of their own report', () => {
    const { trainers, ...report } = trainersReport(view, RANGE, {
      by: 'fill_rate',
      order: 'highest',
    });
    expect(report).toMatchObject({ totalTrainers: 3, classesWithoutTrainer: 1 });
    for (const { rank, ...row } of trainers) {
      expect(rank).toBeGreaterThan(0);
      expect(trainerReport(view, row.trainer.id, RANGE)).toMatchObject(row);
    }
    expect(trainers[0]).toMatchObject({ trainer: ANNA, classesTaught: 2, cancelledClasses: 1 });
    expect(trainers[2]).toMatchObject({ classesTaught: 1, gradedClasses: 0, fillRate: null });
  });

  test('that were chosen keep their rank among all', () => {
    const wanted = { by: 'fill_rate', order: 'highest' } as const;
    const report = trainersReport(view, RANGE, wanted, [BEN.id, DAN.id]);
    expect(report).toMatchObject({ totalTrainers: 3, trainers: [{ rank: 2, trainer: BEN }] });
    expect(report.trainers).toHaveLength(1);
  });

  test('are each counted on one basis', () => {
    const mixed = gymView({
      sessions: [
        classAt('2026-11-16T18:00', { attendance: checkedIn(20) }),
        classAt('2026-11-17T18:00', { people: 4 }),
        classAt('2026-11-18T18:00', { trainer: BEN, attendance: checkedIn(5) }),
      ],
    });
    const { trainers } = trainersReport(mixed, RANGE, { by: 'attended', order: 'highest' });
    expect(trainers).toMatchObject([
      { trainer: BEN, attendanceBasis: 'checked_in', attended: 5 },
      { trainer: ANNA, attendanceBasis: 'present', attended: 4, gradedClasses: 1 },
    ]);
  });
});
