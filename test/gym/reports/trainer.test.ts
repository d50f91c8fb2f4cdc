import { describe, expect, test } from 'vitest';
import type { DateRange } from '../../../gym/reports/period.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { gymView } from '../../support/gym-view.ts';
import { ANNA, BEN, classAt } from '../../support/timetable.ts';

const of = (sessions: readonly ClassSession[], period: 'day' | 'week', range?: DateRange) =>
  trainerReport(gymView({ sessions }), ANNA.id, period, range);

describe('the week of a trainer', () => {
  const sessions = [
    classAt('2026-11-06T09:00', { trainer: BEN }),
    classAt('2026-11-14T23:00', { people: 4, booked: 4 }),
    classAt('2026-11-15T00:00', { people: 10, booked: 16 }),
    classAt('2026-11-18T10:00', { people: 20, booked: 18, isSubstitute: true }),
    classAt('2026-11-18T12:00', { people: 9, trainer: BEN }),
    classAt('2026-11-19T12:00', { isCancelled: true, attendance: null }),
    classAt('2026-11-20T12:00', { people: null }),
    classAt('2026-11-21T21:00', { attendance: null, booked: 5 }),
    classAt('2026-11-22T10:00', { attendance: null }),
  ];
  const week = of(sessions, 'week');

  test('is the seven days that end today, substitutions included', () => {
    expect(week).toMatchObject({
      trainer: ANNA,
      period: 'week',
      from: '2026-11-15',
      to: '2026-11-21',
      classes_taught: 3,
      cancelled_classes: 1,
      graded_classes: 2,
      attended: 30,
      average_attendance: 15,
      rated_classes: 2,
      capacity: 40,
      fill_rate: 0.75,
      booked: 34,
      no_shows: 6,
      no_show_rate: 0.1765,
      walk_ins: 2,
    });
    expect(week).not.toHaveProperty('completed_classes');
    expect(week.classes.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'cancelled',
      'completed',
      'scheduled',
    ]);
  });

  test('is compared with the week before', () => {
    expect(week.previous).toEqual({
      from: '2026-11-08',
      to: '2026-11-14',
      fill_rate: 0.2,
      rated_classes: 1,
      change: 0.55,
      change_reason: null,
    });
  });
});

test('a trainer without classes is known by name, one nobody knows by the id', () => {
  const view = gymView({ trainers: [ANNA] });
  expect(trainerReport(view, ANNA.id, 'week')).toMatchObject({ trainer: ANNA, classes_taught: 0 });
  expect(trainerReport(view, 'who', 'week')).toMatchObject({ trainer: { id: 'who', name: 'who' } });
});
