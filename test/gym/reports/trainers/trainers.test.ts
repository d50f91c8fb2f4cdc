/** Trainers beside each other. */

import { describe, expect, test } from 'vitest';
import { trainerReport } from '../../../../gym/reports/trainers/trainer.ts';
import { trainersReport } from '../../../../gym/reports/trainers/trainers.ts';
import { gymView } from '../../../support/gym-view.ts';
import { ANNA, BEN, checkedIn, classAt } from '../../../support/timetable.ts';

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

describe('the trainers of a range', () => {
  test('are by the classes they taught; ties by name', () => {
    const { trainers } = trainersReport(view, RANGE);
    expect(
      trainers.map(({ rank, trainer, classes_taught }) => [rank, trainer, classes_taught]),
    ).toEqual([
      [1, ANNA, 2],
      [2, BEN, 2],
      [3, CLEO, 1],
    ]);
  });

  test('have the figures of their own report', () => {
    const { trainers, ...report } = trainersReport(view, RANGE);
    expect(report).toMatchObject({ total_trainers: 3, classes_without_trainer: 1 });
    for (const { rank, ...row } of trainers) {
      expect(rank).toBeGreaterThan(0);
      expect(trainerReport(view, row.trainer.id, 'week', RANGE)).toMatchObject(row);
    }
    expect(trainers[0]).toMatchObject({ trainer: ANNA, classes_taught: 2, cancelled_classes: 1 });
    expect(trainers[2]).toMatchObject({ classes_taught: 1, graded_classes: 0, fill_rate: null });
  });

  test('say each how they were counted', () => {
    const mixed = gymView({
      sessions: [
        classAt('2026-11-16T18:00', { attendance: checkedIn(20) }),
        classAt('2026-11-17T18:00', { people: 4 }),
        classAt('2026-11-18T18:00', { trainer: BEN, attendance: checkedIn(5) }),
      ],
    });
    const { trainers } = trainersReport(mixed, RANGE);
    expect(trainers).toMatchObject([
      { trainer: ANNA, attendance_basis: 'mixed', attended: 24, graded_classes: 2 },
      { trainer: BEN, attendance_basis: 'checked_in', attended: 5 },
    ]);
  });
});
