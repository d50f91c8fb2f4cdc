/** When it is busiest: the words, and what sums over uneven weeks are worth. */

import { expect, it } from 'vitest';
import { answered, weeks } from './rows.fixture.ts';

const busiest = { report: 'hours', by: 'attended', order: 'highest' } as const;

it('names time, weekday and hour, each with its n', async () => {
  const found = await answered({ ...busiest, by: 'fill_rate', ...weeks });
  expect(found.summary).toMatch(
    /The fullest weekday is \w+day, [\d.]+% full \(\d+ classes\); the fullest hour is \d\d:00 to \d\d:00, [\d.]+% full/,
  );
  expect(found.notes).toContain('Hours are those in which classes start.');
});

it('says where sums are of uneven weeks', async () => {
  const ten = { from: '2026-11-09', to: '2026-11-18' };
  const isSaid = (notes: string[]) => notes.some((note) => note.includes('not whole weeks'));
  expect(isSaid((await answered({ ...busiest, ...ten })).notes)).toBe(true);
  expect(isSaid((await answered({ ...busiest, ...weeks })).notes)).toBe(false);
  expect(isSaid((await answered({ ...busiest, ...ten, by: 'fill_rate' })).notes)).toBe(false);
});
