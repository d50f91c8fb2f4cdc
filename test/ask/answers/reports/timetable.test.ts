/** What is on: nothing there is said with how far the timetable is known. */

import { expect, it } from 'vitest';
import { answered } from './rows.fixture.ts';

it('a next class that is not there says how far is known', async () => {
  const found = await answered({
    report: 'schedule',
    next: true,
    class: 'Weekend Ride',
    from: '2026-11-18',
    to: '2026-11-19',
  });
  expect(found.summary).toBe(
    'No class of Weekend Ride is still to come from Wed 18 Nov to Thu 19 Nov 2026.',
  );
  expect(found.notes.join(' ')).toContain('known up to Thu 19 Nov 2026');
});

it('a day without classes is said in order', async () => {
  const found = await answered({
    report: 'schedule',
    trainer: 'ben-carter',
    weekday: 3,
    class: 'HIIT 45',
    from: '2026-11-18',
    to: '2026-11-18',
  });
  expect(found.summary).toContain(' is in the timetable today (Wed 18 Nov 2026).');
});
