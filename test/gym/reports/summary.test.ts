import { describe, expect, test } from 'vitest';
import { attendanceReport, summaryReport } from '../../../gym/reports/summary.ts';
import { gymView, roomView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

const today = (time: string, said: Parameters<typeof classAt>[1] = {}) =>
  classAt(`2026-11-21T${time}`, said);

describe('the day of a gym', () => {
  const view = gymView({
    sessions: [
      classAt('2026-11-20T23:30', { name: 'Yesterday' }),
      today('07:00', { name: 'Dawn', people: 18, booked: 20 }),
      today('09:00', { name: 'Brunch', people: 6, booked: 4, capacity: 10 }),
      today('10:00', { name: 'Dark', people: null, booked: 8 }),
      today('11:00', { name: 'Off', isCancelled: true, booked: 3, attendance: null }),
      today('19:30', { name: 'Now', people: 19, booked: 19 }),
      today('21:00', { name: 'Later', booked: 12, attendance: null }),
      classAt('2026-11-22T09:00', { name: 'Tomorrow', attendance: null }),
    ],
    rooms: [roomView({ occupancy: 17 })],
  });
  const summary = summaryReport(view);

  test('lists all of them by start, and the best three that are counted', () => {
    expect(summary).toMatchObject({
      ...{ total_classes: 6, completed_classes: 3, cancelled_classes: 1, graded_classes: 2 },
      ...{ total_attendance: 24, total_booked: 63, booked_classes: 5, total_capacity: 90 },
      ...{ capacity_classes: 5, rated_classes: 2, no_shows: 2, no_show_classes: 2 },
    });
    expect(summary.classes.map(({ name, status }) => [name, status])).toEqual([
      ['Dawn', 'completed'],
      ['Brunch', 'completed'],
      ['Dark', 'completed'],
      ['Off', 'cancelled'],
      ['Now', 'in_progress'],
      ['Later', 'scheduled'],
    ]);
    expect(summary.top_classes.map(({ name }) => name)).toEqual(['Now', 'Dawn', 'Brunch']);
    expect(summary.classes[4]?.occupancy_now).toBe(17);
    expect(summary.rooms).toMatchObject([
      { room: view.rooms[0]?.name, occupancy: 17, state: 'live' },
    ]);
  });
});

test('a day of very many classes counts all and lists 500', () => {
  const sessions = Array.from({ length: 620 }, () => today('09:00', { people: 1 }));
  const summary = summaryReport(gymView({ sessions }));
  expect(summary).toMatchObject({ total_classes: 620, total_attendance: 620 });
  expect(summary.classes).toHaveLength(500);
});

test('classes as full as each other are told by attendance, then by the hour', () => {
  const sessions = [
    today('08:00', { name: 'Small', people: 5, capacity: 10 }),
    today('10:00', { name: 'Big', people: 20, capacity: 40 }),
    today('09:00', { name: 'Open', people: 60, capacity: null }),
    today('07:00', { name: 'Early', people: 5, capacity: 10 }),
  ];
  const { top_classes } = summaryReport(gymView({ sessions }));
  expect(top_classes.map(({ name }) => name)).toEqual(['Big', 'Early', 'Small']);
});

/** How many people came over a range of dates. */

test('of a longer range the last 42 dates are told, the sum is of all', () => {
  const sessions = [classAt('2026-09-01T18:00'), classAt('2026-11-20T18:00')];
  const report = attendanceReport(gymView({ sessions }), { from: '2026-09-01', to: '2026-11-21' });
  expect(report.attended).toBe(20);
  expect(report.days).toHaveLength(42);
  expect(report.days[0]?.date).toBe('2026-10-11');
});
