import { expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../gym/schedule/entry.ts';
import { findCrowds, findOddOnes } from '../../../gym/schedule/preview.ts';
import { createNameReader, matchRoom } from '../../../gym/sessions/names.ts';
import { entryOf, parseText } from '../../support/schedules.ts';

const ROOMS = [
  { id: 'hall', name: 'Main Hall' },
  { id: 'loft', name: 'Loft' },
];

function at(day: number, name: string, trainer: string | null = null, room: string | null = null) {
  const who = trainer === null ? null : { externalId: null, name: trainer };
  const startsUtcMs = Date.UTC(2026, 6, day, 17);
  return entryOf(`${day} ${name}`, { name, trainer: who, room, startsUtcMs });
}

const odd = (
  entries: readonly ScheduleEntry[],
  { trainers = [], known = [] }: { trainers?: string[]; known?: ScheduleEntry[] } = {},
) =>
  findOddOnes({
    entries,
    known,
    trainers,
    rooms: ROOMS,
    roomIdOf: (name) => matchRoom(name, ROOMS, {}),
    spoken: createNameReader([...trainers, ...entries.map(({ trainer }) => trainer?.name ?? '')]),
  });

const SERIES = [1, 8, 15, 22].map((day) => at(day, 'Yoga'));

it('finds what is there once among series, and nothing in a list without series', () => {
  expect(odd([...SERIES, at(9, 'Dentist')])).toMatchObject([{ kind: 'once', name: 'Dentist' }]);
  expect(odd([at(1, 'Yoga'), at(2, 'Spin')])).toEqual([]);
  const known = [2, 16].map((day) => at(day, 'Spin'));
  expect(odd([...SERIES, at(9, 'Spin')], { known })).toEqual([]);
});

it('finds trainers called nearly like another, and leaves the order of their words alone', () => {
  const found = (name: string, ...trainers: string[]) =>
    odd([at(1, 'Yoga', name)], { trainers }).map((one) => ('near' in one ? one.near : ''));
  expect(found('Ana Petrova', 'Anna Petrova')).toEqual(['Anna Petrova']);
  expect(found('Anna', 'Ben Lee', 'Anna Petrova')).toEqual(['Anna Petrova']);
  expect(odd([at(1, 'Yoga', 'Petrova, Anna')], { trainers: ['Anna Petrova'] })).toEqual([
    { kind: 'turned', name: 'Petrova, Anna', near: 'Anna Petrova' },
  ]);
  expect(found('Tom Petrov', 'Anna Petrova')).toEqual([]);
});

it('finds rooms that are not configured, with the nearest', () => {
  const near = { kind: 'room', name: 'Main hal', near: 'hall' };
  expect(odd([at(1, 'Yoga', null, near.name), at(2, 'Yoga', null, 'LOFT')])).toEqual([near]);
});

it('finds two titles of one class at one time', () => {
  const titles = (one: ScheduleEntry, other: ScheduleEntry) => odd([one, other]).length;
  expect(titles(at(1, 'Strong'), at(1, 'Strong with Jonas'))).toBe(1);
  expect(titles(at(1, 'Flow', 'Ann'), at(1, 'Vinyasa', 'Ann'))).toBe(1);
  expect(titles(at(1, 'Flow', null, 'Loft'), at(1, 'Vinyasa', null, 'loft'))).toBe(1);
  expect(titles(at(1, 'Flow', 'Ann', 'Loft'), at(1, 'Flow 2', 'Ann', 'Main Hall'))).toBe(0);
  expect(titles(at(1, 'Flow', 'Ann'), at(1, 'Vinyasa', 'Bob'))).toBe(0);
  expect(odd([at(1, 'Flow', 'Ann')], { known: [at(1, 'Vinyasa', 'Ann')] })).toHaveLength(1);
});

const HEAD = 'Class,Start,Room,Capacity,Booked,Attended\n';
const row = (name: string, rest: string) => `${name},2026-07-01 18:30,${rest}\n`;
const parsed = (...rows: string[]) => parseText(HEAD + rows.join(''));

it('finds counts over one and a half times the places of the room, with their lines', () => {
  const rows = [row('Spin', 'Hall,,24,25'), row('Yoga', 'Hall,,3,2'), row('Box', 'Hall,,140,')];
  const file = parsed(...rows);
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
