import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RecordedLog } from '../../../support/recorded-log.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { ALWAYS, openTestHistory } from '../folder.fixture.ts';
import { counted, entry, openClasses, parsed, SOON } from './entries.fixture.ts';

it('an import takes the ids of an export of its own for the classes that the source speaks of', async () => {
  const { take, records } = await openClasses();
  await take('feed', [entry('a'), entry('b', { name: 'Spin' })]);
  const exported = (await records()).map(({ id, name }) => entry(id, { name, booked: 7 }));
  expect(counted(await take('feed', exported, true))).toEqual({ change: 2 });
  expect(counted(await take('feed', [entry('a')], true))).toEqual({ remove: 1, unchanged: 1 });
});

it('an import lists a thousand changes and counts all', async () => {
  const { take } = await openClasses();
  const entries = Array.from({ length: 1_203 }, (_, n) =>
    entry(`${n}`, { startsUtcMs: SOON + n * HOUR_MS, room: `Room ${n % 3}` }),
  );
  const plan = await take('feed', entries);
  expect(plan.changes).toHaveLength(1_000);
  expect(counted(plan)).toEqual({ add: 1_203 });
  expect(plan.rooms).toEqual([0, 1, 2].map((n) => ({ name: `Room ${n}`, roomId: null })));
});

it('two sources speak of two classes where they name different rooms, unless both mean one room', async () => {
  const { take, records, classes } = await openClasses();
  await take('calendar', [entry('uid-1', { room: 'Hall' })]);
  expect(counted(await take('bookings', [entry('1', { room: 'Studio' })]))).toEqual({ add: 1 });
  const roomIdOf = (_: string, room: string) => (['Hall', 'H-01'].includes(room) ? 'hall' : null);
  const till = parsed([entry('x', { room: 'H-01', revenueMilli: 1_000 })]);
  const plan = await classes.import('north', 'till', till, { roomIdOf });
  expect(plan.rooms).toEqual([{ name: 'H-01', roomId: 'hall' }]);
  expect(await records()).toHaveLength(2);
  expect((await records()).find(({ room }) => room === 'Hall')?.revenueMilli).toBe(1_000);
  const again = parsed([entry('uid-1', { room: 'H-01' })]);
  const renamed = await classes.import('north', 'calendar', again, { roomIdOf });
  // It is where it was: only the name of its room is another.
  expect(counted(renamed)).toEqual({ change: 1 });
});

it('a store that fails in the middle leaves nothing half done, and no log of it', async () => {
  const log = new RecordedLog();
  const { history, dir } = await openTestHistory({ limitBytes: 400_000, log });
  const { classes } = history;
  await classes.import('north', 'feed', parsed([entry('kept')]));
  const before = await classes.records('north', ALWAYS);
  const many = Array.from({ length: 4_000 }, (_, n) =>
    entry(`${n}`, {
      startsUtcMs: SOON + n * HOUR_MS,
      trainer: { externalId: `${n}`, name: `T ${n}` },
    }),
  );
  const failing = classes.import('north', 'feed', parsed(many));
  await expect(failing).rejects.toMatchObject({ code: 'data_unusable' });
  expect(await classes.records('north', ALWAYS)).toEqual(before);
  expect(await classes.trainers('north')).toEqual([]);
  await history.flush();
  expect(log.lines).toContainEqual(expect.objectContaining({ event: 'storage_failing' }));
  expect(statSync(join(dir, 'turnout.sqlite-wal')).size).toBeLessThan(100_000);
  await classes.import('north', 'feed', parsed([entry('kept', { booked: 3 })]));
  expect(await classes.records('north', ALWAYS)).toMatchObject([{ booked: 3 }]);
});
