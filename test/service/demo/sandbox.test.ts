import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect, it } from 'vitest';
import { formatInstant } from '../../../gym/calendar/zone.ts';
import { seriesOf } from '../../../gym/figures/class-table.ts';
import { CLASS_REPORT, classReport } from '../../../gym/reports/class-report.ts';
import { PERFORMANCE, performanceReport } from '../../../gym/reports/performance.ts';
import { windowRange } from '../../../gym/reports/period.ts';
import { REVENUE, revenueReport } from '../../../gym/reports/revenue.ts';
import {
  ATTENDANCE_REPORT,
  attendanceReport,
  SUMMARY,
  summaryReport,
} from '../../../gym/reports/summary.ts';
import { TRAINER_REPORT, trainerReport } from '../../../gym/reports/trainer.ts';
import { statusAt } from '../../../gym/sessions/session.ts';
import type { GymView } from '../../../gym/sessions/view.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';

/** What reports become that is not what the routes declare. */
function faultsOf(view: GymView): unknown[] {
  const range = windowRange(view);
  const classId = seriesOf(view)[0]?.classId ?? 'none';
  const bodies: [TSchema, unknown][] = [
    [SUMMARY, summaryReport(view)],
    [REVENUE, revenueReport(view)],
    [PERFORMANCE, performanceReport(view, 100)],
    [ATTENDANCE_REPORT, attendanceReport(view, range)],
    [CLASS_REPORT, classReport(view, range, classId)],
    ...view.trainers.flatMap(({ id }): [TSchema, unknown][] => [
      [TRAINER_REPORT, trainerReport(view, id, 'day')],
      [TRAINER_REPORT, trainerReport(view, id, 'week')],
    ]),
  ];
  return bodies.flatMap(([schema, body]) => [...Value.Errors(schema, body)]);
}

/** Ordinary days, both clock changes, a leap day, and the turn of a year; and what the wall clock of the set says. */
const DATES = [
  ['2026-11-21', '2026-11-21T20:00:00+00:00'],
  ['2026-03-29', '2026-03-29T20:00:00+01:00'],
  ['2026-10-24', '2026-10-24T20:00:00+01:00'],
  ['2026-10-25', '2026-10-25T20:00:00+00:00'],
  ['2028-02-29', '2028-02-29T20:00:00+00:00'],
  ['2027-01-01', '2027-01-01T20:00:00+00:00'],
] as const;
const viewOf = (date: string) => sandboxView(Date.parse(`${date}T12:00:00Z`));

it('the sandbox has the date of London, not of UTC', () => {
  const view = sandboxView(Date.parse('2026-06-30T23:30:00Z'));
  expect(formatInstant('Europe/London', view.nowUtcMs)).toBe('2026-07-01T20:00:00+01:00');
});

// One test a date: a set takes long to make, and two are kept.
it.each(DATES)('the sandbox on %s is at %s, whole and as its routes declare', (date, now) => {
  const view = viewOf(date);
  const { sessions, rooms, nowUtcMs } = view;
  expect(formatInstant('Europe/London', nowUtcMs)).toBe(now);
  expect(faultsOf(view)).toEqual([]);

  const running = sessions.filter((session) => statusAt(session, nowUtcMs) === 'in_progress');
  expect(running).not.toEqual([]);
  for (const { roomId, attendance } of running) {
    const room = rooms.find(({ id }) => id === roomId);
    expect(room?.state).toBe('live');
    expect(room?.occupancy).toBeGreaterThanOrEqual(5);
    expect(nowUtcMs - (room?.updatedUtcMs ?? 0)).toBeLessThan(10_000);
    expect(attendance?.reasons).toContain('in_progress');
  }

  const days = (atUtcMs = 0) => (nowUtcMs - atUtcMs) / 86_400_000;
  expect(days(sessions[0]?.startsUtcMs)).toBeGreaterThan(42);
  expect(days(sessions.at(-1)?.startsUtcMs)).toBeLessThan(-0.5);
  expect(
    sessions.every(({ attendance, startsUtcMs, isCancelled }) =>
      isCancelled || startsUtcMs > nowUtcMs ? attendance === null : attendance !== null,
    ),
  ).toBe(true);
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length);

  const { ranking } = performanceReport(view, 100);
  expect(new Set(ranking.map(({ verdict }) => verdict))).toEqual(
    new Set(['full', 'healthy', 'fair', 'weak', 'dead', 'unprofitable', 'insufficient_data']),
  );
});
