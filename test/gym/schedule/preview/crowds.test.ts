import { expect, it } from 'vitest';
import { findCrowds } from '../../../../gym/schedule/preview.ts';
import { parseText } from '../../../support/schedules.ts';

const HEAD = 'Class,Start,Room,Capacity,Booked,Attended\n';
const row = (name: string, rest: string) => `${name},2026-07-01 18:30,${rest}\n`;
const parsed = (...rows: string[]) => parseText(HEAD + rows.join(''));

it('finds counts over one and a half times the places of the room, with their lines', () => {
  const file = parsed(
    row('Spin', 'Hall,,24,25'),
    row('Yoga', 'Hall,,3,2'),
    row('Box', 'Hall,,140,'),
  );
  expect(findCrowds(file, () => 16)).toMatchObject({
    count: 2,
    named: [
      { line: 4, field: 'booked', people: 140, room: 'Hall', places: 16 },
      { line: 2, field: 'attended', people: 25 },
    ],
  });
});

it('goes by the places of the class where the room says none, and by nothing where neither does', () => {
  const file = parsed(row('Spin', 'Hall,10,16,3'), row('Yoga', 'Hall,,500,2'));
  expect(findCrowds(file, () => null).named).toMatchObject([{ line: 2, people: 16, places: 10 }]);
});
