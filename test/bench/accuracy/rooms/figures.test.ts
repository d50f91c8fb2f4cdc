import { expect, it } from 'vitest';
import { roomFigures, roomTable } from '../../../../bench/accuracy/rooms/figures.ts';
import { type Room, readRooms } from '../../../../bench/accuracy/rooms/labels.ts';

const [SOME] = readRooms();

function room(place: string, people: number, more: Partial<Room> = {}): Room {
  if (SOME === undefined) throw new Error('no labelled room');
  const points = Array.from({ length: people }, () => [0.5, 0.5] as const);
  return { ...SOME, place, people: points, view: 'wide', features: [], sure: true, ...more };
}

/** Two of an empty room, one of them right; a room of ten, two short; one of twenty with a mirror, four too many. */
const COUNTED = [
  { room: room('a', 0), count: 0 },
  { room: room('a', 0), count: 2 },
  { room: room('b', 10), count: 8 },
  { room: room('c', 20, { features: ['mirror'], view: 'corner', sure: false }), count: 24 },
];

it('errors are over pictures, a fifth off is near and nobody is nobody', () => {
  expect(roomFigures(COUNTED)).toMatchObject({
    pictures: 4,
    places: 3,
    mae: 2,
    bias: 1,
    withinOne: 0.25,
    withinFifth: 0.75,
  });
  expect(roomFigures([])).toBeNull();
});

it('the table has a line for each crowd, view and feature that has pictures', () => {
  const lines = roomTable(COUNTED).split('\n');
  const starting = (name: string) => lines.find((line) => line.startsWith(`| ${name} |`));
  expect(starting('**10-25** in the room')).toMatch(
    /\| 2 \| 2 \| 3\.00 ± .* \| \+1\.00 \| 0 % \| 100 %/,
  );
  expect(starting('0 in the room')).toMatch(/\| 2 \| 1 \| 1\.00 ± .* \| \+1\.00 \| 50 % \| 50 %/);
  expect(starting('9-15 in the room')).toContain('| 1 | 1 | 2.00');
  expect(starting('16-30 in the room')).toContain('| 1 | 1 | 4.00');
  expect(starting('1-3 in the room')).toBeUndefined();
  expect(starting('all, sure labels only')).toContain('| 3 | 2 |');
  expect(starting('mirror')).toContain('+4.00');
  expect(starting('lying')).toBeUndefined();
  expect(starting('view: corner')).toContain('| 1 | 1 |');
});
