/** Who is in the rooms: people, nobody and unknown are three things. */

import { expect, it } from 'vitest';
import { gymView, roomView } from '../../../support/gym-view.ts';
import { answered } from './rows.fixture.ts';

it('people, nobody and unknown', async () => {
  const rooms = [
    roomView({ id: 'a', name: 'Loft', occupancy: 1 }),
    roomView({ id: 'b', name: 'Hall', occupancy: 0 }),
    roomView({ id: 'c', name: 'Cave', occupancy: null, state: 'offline' }),
  ];
  const found = await answered({ report: 'occupancy' }, gymView({ rooms }));
  expect(found.summary).toBe(
    '1 person at 20:00 in 2 of 3 rooms: 1 person in Loft; no one in Hall; Cave unknown, its camera gives no pictures now.',
  );
  expect(found.items[1]?.description).toMatch(/^No one in Hall, counted at \d\d:\d\d\.$/);
  expect(found.numbers).toMatchObject({
    occupancy: 1,
    'Hall.occupancy': 0,
    'Cave.occupancy': null,
  });
});
