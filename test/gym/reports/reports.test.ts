/** Orders and ends of lists, and gyms that know little: what the recorded gyms of test/recorded do not have. */

import { expect, test } from 'vitest';
import { addDays } from '../../../gym/calendar/zone.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { classReport } from '../../../gym/reports/class-report.ts';
import { firstOnSchedule, nextOnSchedule } from '../../../gym/reports/order.ts';
import { performanceReport } from '../../../gym/reports/performance.ts';
import { curveSpan, sessionReport } from '../../../gym/reports/session-report.ts';
import { attendanceReport, summaryReport } from '../../../gym/reports/summary.ts';
import { trainerReport } from '../../../gym/reports/trainer.ts';
import { counted } from '../../support/classes.ts';
import { gymView } from '../../support/gym-view.ts';
import { ANNA, classAt, weekly } from '../../support/timetable.ts';

const today = (time: string, said: Parameters<typeof classAt>[1] = {}) =>
  classAt(`2026-11-21T${time}`, said);
const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

test('the ranking has the fullest first, then the better attended, then by name; unknown last', () => {
  const sessions = [
    ...weekly([10, 10, 10, 10], { name: 'Yoga' }),
    ...weekly([null, null, null, null], { name: 'Aqua' }),
    ...weekly([10, 10, 10, 10], { name: 'Barre' }),
    ...weekly([15, 15, 15, 15], { name: 'Spin', capacity: 30 }),
    ...weekly([18, 18, 18, 18], { name: 'Pump' }),
    ...weekly([9, 9, 9, 9], { name: 'Gone', isCancelled: true }),
    today('21:00', { name: 'Tonight', attendance: null }),
  ];
  const { ranking } = performanceReport(gymView({ sessions }), 8);
  expect(names(ranking)).toEqual(['Pump', 'Spin', 'Barre', 'Yoga', 'Aqua', 'Gone']);
  const cancelled = { occurrences: 0, cancelled_occurrences: 4 };
  expect(ranking[5]).toMatchObject({ ...cancelled, verdict: 'insufficient_data' });
});

test('lists are cut, and what is cut is counted', () => {
  const dead = Array.from({ length: 105 }, (_, n) =>
    weekly([1, 1, 1, 1], { name: `Class ${n}`, capacity: 10 + n }),
  ).flat();
  const performance = performanceReport(gymView({ sessions: dead }), 8);
  expect(performance).toMatchObject({ total_classes: 105, dead_count: 105 });
  expect([performance.ranking.length, performance.dead_classes.length]).toEqual([8, 100]);
  expect(performance.dead_classes[0]).toMatchObject({ name: 'Class 104', rank: 105 });

  const many = Array.from({ length: 620 }, () => today('09:00', { people: 1 }));
  const summary = summaryReport(gymView({ sessions: many }));
  expect(summary).toMatchObject({ total_classes: 620, total_attendance: 620 });
  expect(summary.classes).toHaveLength(500);

  const days = Array.from({ length: 104 }, (_, n) => addDays('2024-11-27', 7 * n));
  const weeks = days.map((day) => classAt(`${day}T10:00`));
  const view = gymView({ sessions: weeks });
  const range = { from: '2024-11-01', to: '2026-11-18' };
  const report = classReport(view, range, seriesOf(view)[0]?.classId ?? '');
  expect(report).toMatchObject({ total_classes: 104, occurrences: { length: 100 } });
  expect(report.occurrences.at(-1)?.id).toBe(weeks.at(-1)?.id);
  expect(report.weeks).toHaveLength(7);
  expect(report.weeks.at(-1)).toMatchObject({ from: '2026-11-16', to: '2026-11-18' });
  const attendance = attendanceReport(view, range);
  expect([attendance.attended, attendance.days.length]).toEqual([1_040, 42]);
});

test('what nobody knows has a report all the same', () => {
  const view = gymView({ trainers: [ANNA], sessions: [classAt('2026-11-03T10:00')] });
  expect(trainerReport(view, ANNA.id, 'week')).toMatchObject({ trainer: ANNA, classes_taught: 0 });
  expect(trainerReport(view, 'who', 'week')).toMatchObject({ trainer: { id: 'who', name: 'who' } });
  const range = { from: '2026-11-04', to: '2026-11-22' };
  const nothing = { name: 'judo', total_classes: 0, attended: null, occurrences: [] };
  expect(classReport(view, range, 'judo')).toMatchObject(nothing);
});

test('a trainer reads that the week before was counted in another way, where the two are compared', () => {
  const attendance = counted(8, { source: 'import' });
  const two = [classAt('2026-11-12T10:00', { attendance }), classAt('2026-11-19T10:00')];
  const notesOf = (sessions: typeof two) =>
    trainerReport(gymView({ sessions }), ANNA.id, 'week').notes.join();
  expect(notesOf([classAt('2026-11-02T10:00'), ...two])).toMatch(/^The two ranges .*change/);
  expect(notesOf(two)).not.toContain('The two ranges');
});

test('classes as full as each other are told by attendance, then by the hour', () => {
  const sessions = [
    today('08:00', { name: 'Small', people: 5, capacity: 10 }),
    today('10:00', { name: 'Big', people: 20, capacity: 40 }),
    today('09:00', { name: 'Open', people: 60, capacity: null }),
    today('07:00', { name: 'Early', people: 5, capacity: 10 }),
  ];
  const { top_classes } = summaryReport(gymView({ sessions }));
  expect(names(top_classes)).toEqual(['Big', 'Early', 'Small']);
});

test('classes that start together come by name; the next is one that has not begun and is on', () => {
  const list = [
    today('20:00', { name: 'Begins' }),
    today('20:30', { name: 'Off', isCancelled: true }),
    today('21:00', { name: 'Yoga', attendance: null }),
    today('21:00', { name: 'Aqua', attendance: null }),
  ];
  expect(names(firstOnSchedule(list, 3))).toEqual(['Begins', 'Off', 'Aqua']);
  const at = (hour: number) => Date.UTC(2026, 10, 21, hour);
  expect(names(nextOnSchedule(list, at(20)))).toEqual(['Aqua']);
  expect(nextOnSchedule(list, at(21))).toEqual([]);
});

test('a curve goes from ten minutes before to ten after, or to now, and is never longer than a day', () => {
  const { startsUtcMs } = today('09:00');
  const at = (minute: number) => startsUtcMs + minute * 60_000;
  const endsUtcMs = at(60);
  const lengthAt = (minute: number) => curveSpan({ startsUtcMs, endsUtcMs }, at(minute)).length;
  expect([-60, -10, 0, 0.5, 30, 70, 10_000].map(lengthAt)).toEqual([0, 0, 10, 11, 40, 80, 80]);
  const day = { startsUtcMs, endsUtcMs: at(1_440) };
  expect(curveSpan(day, Number.MAX_SAFE_INTEGER).length).toBe(1_460);
});

test('a class has the figures of its newest estimate, in minutes and rounded', () => {
  const session = today('09:00');
  const older = { ...counted(12), computedUtcMs: null, method: '2 a', figures: { p75: 3 } };
  const figures = { core_from_ms: 615_000, core_to_ms: 2_400_000, p75: 12.3456, coverage: 0.86123 };
  const versions = [older, { ...older, figures }];
  const evidence = { session, minutes: [], versions, corrections: [] };
  const { curve } = sessionReport(gymView({ sessions: [session] }), evidence);
  const window = { core_window: { from: 10.25, to: 40 } };
  expect(curve).toMatchObject({ ...window, staff: null, p75: 12.35, coverage: 0.8612 });
});
