/** What is or was on. */

import { expect, test } from 'vitest';
import { scheduleReport } from '../../../gym/reports/schedule.ts';
import { gymView } from '../../support/gym-view.ts';
import { classAt } from '../../support/timetable.ts';

/** Now is Saturday 21 November 2026, 20:00. */
const view = gymView({
  sessions: [
    classAt('2026-11-21T19:30', { name: 'Running' }),
    classAt('2026-11-21T20:00', { name: 'Begins' }),
    classAt('2026-11-21T20:30', { name: 'Off', isCancelled: true }),
    classAt('2026-11-21T21:00', { name: 'Yoga', attendance: null }),
    classAt('2026-11-21T21:00', { name: 'Aqua', attendance: null }),
    classAt('2026-11-22T09:00', { name: 'Tomorrow', attendance: null }),
  ],
});
const TODAY = { from: '2026-11-21', to: '2026-11-21' };
const WEEK = { from: '2026-11-16', to: '2026-11-22' };

test('the classes of a range are listed by start, cancelled ones too', () => {
  const report = scheduleReport(view, TODAY);
  expect(report).toMatchObject({ ...TODAY, isNext: false, totalClasses: 5 });
  expect(report.classes.map(({ session, status }) => `${session.name}: ${status}`)).toEqual([
    'Running: in_progress',
    'Begins: in_progress',
    'Off: cancelled',
    'Aqua: scheduled',
    'Yoga: scheduled',
  ]);
});

test('the next is the first that has not begun and is not cancelled', () => {
  const report = scheduleReport(view, WEEK, { next: true });
  expect(report).toMatchObject({ isNext: true, totalClasses: 6 });
  expect(report.classes.map(({ session }) => session.name)).toEqual(['Aqua']);
  const past = { from: '2026-11-16', to: '2026-11-20' };
  expect(scheduleReport(view, past, { next: true }).classes).toEqual([]);
});

test('tomorrow is the last date that is known', () => {
  const report = scheduleReport(view, { from: '2026-11-21', to: '2026-11-29' });
  expect(report).toMatchObject({ to: '2026-11-29', knownTo: '2026-11-22', totalClasses: 6 });
});
