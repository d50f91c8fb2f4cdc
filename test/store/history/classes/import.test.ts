import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import type { ClassStore } from '../../../../store/history/classes/store.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';
import { ALWAYS, openTestHistory } from '../folder.fixture.ts';
import { COMPLETE, counted, entry, HOUR_MS, parsed, SOON } from './entries.fixture.ts';

async function openClasses() {
  const { history, clock } = await openTestHistory();
  const { classes } = history;
  return {
    classes,
    clock,
    take: (source: string, entries: readonly ScheduleEntry[], complete = false) =>
      classes.import('north', source, parsed(entries, complete ? COMPLETE : null)),
    records: () => classes.records('north', ALWAYS),
  };
}

describe('an import', () => {
  it('says what is moved, cancelled and changed, with values before and after', async () => {
    const { take, records } = await openClasses();
    await take('feed', [
      entry('moved', { room: 'Hall' }),
      entry('later', { name: 'Spin' }),
      entry('off', { name: 'Pump' }),
      entry('booked', { name: 'Box', booked: 3, revenueMilli: 12_500 }),
    ]);
    const plan = await take('feed', [
      entry('moved', { room: 'Studio' }),
      entry('later', { name: 'Spin', startsUtcMs: SOON + HOUR_MS }),
      entry('off', { name: 'Pump', isCancelled: true }),
      entry('booked', { name: 'Box', booked: 4, revenueMilli: 20_000 }),
    ]);
    expect(counted(plan)).toEqual({ move: 2, cancel: 1, change: 1 });
    const ids = new Map((await records()).map(({ name, id }) => [name, id]));
    expect(plan.changes.map(({ kind, name, fields }) => [kind, name, fields])).toEqual([
      ['move', 'Yoga', [{ field: 'room', before: 'Hall', after: 'Studio' }]],
      [
        'move',
        'Spin',
        [
          {
            field: 'starts_at',
            before: '2025-11-21T13:00:00.000Z',
            after: '2025-11-21T14:00:00.000Z',
          },
          {
            field: 'ends_at',
            before: '2025-11-21T14:00:00.000Z',
            after: '2025-11-21T15:00:00.000Z',
          },
        ],
      ],
      ['cancel', 'Pump', [{ field: 'cancelled', before: 'no', after: 'yes' }]],
      [
        'change',
        'Box',
        [
          { field: 'booked', before: '3', after: '4' },
          { field: 'revenue', before: '12.5', after: '20' },
        ],
      ],
    ]);
    expect(plan.changes.map(({ classId }) => classId)).toEqual(
      ['Yoga', 'Spin', 'Pump', 'Box'].map((name) => ids.get(name)),
    );
  });

  it('takes the ids of an export of its own for the classes that the source speaks of', async () => {
    const { take, records } = await openClasses();
    await take('feed', [entry('a'), entry('b', { name: 'Spin' })]);
    const exported = (await records()).map(({ id, name }) => entry(id, { name, booked: 7 }));
    expect(counted(await take('feed', exported, true))).toEqual({ change: 2 });
    expect(counted(await take('feed', [entry('a')], true))).toEqual({ remove: 1, unchanged: 1 });
  });

  it('lists a thousand changes and counts all', async () => {
    const { take } = await openClasses();
    const entries = Array.from({ length: 1_203 }, (_, n) =>
      entry(`${n}`, { startsUtcMs: SOON + n * HOUR_MS, room: `Room ${n % 3}` }),
    );
    const plan = await take('feed', entries);
    expect(plan.changes).toHaveLength(1_000);
    expect(counted(plan)).toEqual({ add: 1_203 });
    expect(plan.rooms).toEqual([
      { name: 'Room 0', roomId: null },
      { name: 'Room 1', roomId: null },
      { name: 'Room 2', roomId: null },
    ]);
  });
});

describe('two sources', () => {
  it('speak of one class where start and name are the same, whatever case, accents and spaces', async () => {
    const { take, records } = await openClasses();
    await take('calendar', [entry('uid-1', { name: 'Café  Yoga', room: 'Hall' })]);
    const plan = await take('bookings', [entry('4711', { name: 'CAFE YOGA', booked: 8 })]);
    expect(counted(plan)).toEqual({ change: 1 });
    expect(await records()).toMatchObject([
      { name: 'Café  Yoga', room: 'Hall', booked: 8, sourceId: 'calendar' },
    ]);
    expect(counted(await take('calendar', [entry('uid-1', { name: 'Café  Yoga' })]))).toEqual({
      unchanged: 1,
    });
  });

  it('speak of two classes where they name different rooms, unless both mean one room', async () => {
    const { take, records, classes } = await openClasses();
    await take('calendar', [entry('uid-1', { room: 'Hall' })]);
    expect(counted(await take('bookings', [entry('1', { room: 'Studio' })]))).toEqual({ add: 1 });
    const roomIdOf = (_: string, room: string) => (['Hall', 'H-01'].includes(room) ? 'hall' : null);
    const plan = await classes.import(
      'north',
      'till',
      parsed([entry('x', { room: 'H-01', revenueMilli: 1_000 })]),
      { roomIdOf },
    );
    expect(plan.rooms).toEqual([{ name: 'H-01', roomId: 'hall' }]);
    expect(await records()).toHaveLength(2);
    expect((await records()).find(({ room }) => room === 'Hall')?.revenueMilli).toBe(1_000);
  });

  it('are believed in turn: the first in name and time, the one with news in numbers', async () => {
    const { take, records } = await openClasses();
    const first = entry('1', { booked: 5, capacity: 20 });
    await take('calendar', [first]);
    await take('bookings', [entry('b', { booked: 7 })]);
    await take('absent', [entry('a', { noShows: 3 })]);
    expect(await records()).toMatchObject([{ booked: 7, capacity: 20, checkedIn: 4 }]);
    await take('calendar', [first]);
    expect(await records()).toMatchObject([{ booked: 7 }]);
    await take('calendar', [{ ...first, booked: 6 }]);
    expect(await records()).toMatchObject([{ booked: 6 }]);
    await take('bookings', [entry('b', { name: 'Yoga deluxe', startsUtcMs: SOON + HOUR_MS })]);
    expect(await records()).toMatchObject([{ name: 'Yoga', startsUtcMs: SOON, booked: 6 }]);
  });
});

it('a store that fails in the middle leaves nothing half done, and no log of it', async () => {
  const log = new RecordedLog();
  const { history, dir } = await openTestHistory({ limitBytes: 400_000, log });
  const classes: ClassStore = history.classes;
  await classes.import('north', 'feed', parsed([entry('kept')]));
  const before = await classes.records('north', ALWAYS);
  const many = Array.from({ length: 4_000 }, (_, n) =>
    entry(`${n}`, {
      startsUtcMs: SOON + n * HOUR_MS,
      trainer: { externalId: `${n}`, name: `T ${n}` },
    }),
  );
  await expect(classes.import('north', 'feed', parsed(many))).rejects.toMatchObject({
    code: 'data_unusable',
  });
  expect(await classes.records('north', ALWAYS)).toEqual(before);
  expect(await classes.trainers('north')).toEqual([]);
  await history.flush();
  expect(log.lines).toContainEqual(expect.objectContaining({ event: 'storage_failing' }));
  expect(statSync(join(dir, 'turnout.sqlite-wal')).size).toBeLessThan(100_000);
  await classes.import('north', 'feed', parsed([entry('kept', { booked: 3 })]));
  expect(await classes.records('north', ALWAYS)).toMatchObject([{ booked: 3 }]);
});
