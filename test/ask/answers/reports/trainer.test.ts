/** One trainer: the time before has its dates and its n. */

import { expect, it } from 'vitest';
import { answered } from './rows.fixture.ts';

it('says what it is compared with', async () => {
  const week = { from: '2026-11-09', to: '2026-11-15' };
  const found = await answered({ report: 'trainer', trainer: 'anna-petrova', ...week });
  const { previous_rated_classes: n } = found.numbers as { previous_rated_classes: number };
  expect(n).toBeGreaterThan(0);
  expect(found.summary).toContain(' on Mon 2 Nov to Sun 8 Nov 2026 (');
  expect(found.summary).toContain(`%, ${n} classes)`);
});

it('a day is few', async () => {
  const day = { from: '2026-11-17', to: '2026-11-17' };
  const found = await answered({ report: 'trainer', trainer: 'zoe-marchetti', ...day });
  expect(found.notes).toContain('A difference of fewer than 4 classes may be chance.');
});
