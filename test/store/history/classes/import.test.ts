import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import type { ClassStore } from '../../../../store/history/classes/class-store.ts';
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
  it('adds classes that keep their id, and changes nothing a second time', async () => {
    const { take, records, classes } = await openClasses();
    const entries = [entry('1', { capacity: 20, room: 'Hall' }), entry('2', { name: 'Spin' })];
    expect(counted(await take('feed', entries))).toEqual({ add: 2 });
    const before = await records();
    expect(before).toMatchObject([
      { gymId: 'north', sourceId: 'feed', startsUtcMs: SOON },
      { gymId: 'north', sourceId: 'feed', startsUtcMs: SOON },
    ]);
    const heard: string[] = [];
    classes.onChange((gymId) => heard.push(gymId));
    expect(counted(await take('feed', entries))).toEqual({ unchanged: 2 });
    expect(await records()).toEqual(before);
    expect(heard).toEqual([]);
    expect(before.map(({ id }) => id).every((id) => /^cls_[0-9a-f]{20}$/.test(id))).toBe(true);
  });

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

  it('is previewed by the same work, and the preview changes nothing', async () => {
    const { classes, take, records } = await openClasses();
    await take('feed', [entry('1'), entry('2', { name: 'Spin' })]);
    const next = parsed(
      [entry('1', { booked: 4 }), entry('3', { trainer: { externalId: '9', name: 'Ann' } })],
      COMPLETE,
    );
    const before = await records();
    const preview = await classes.preview('north', 'feed', next);
    expect(await records()).toEqual(before);
    expect(await classes.trainers('north')).toEqual([]);
    expect(counted(preview)).toEqual({ add: 1, change: 1, remove: 1 });
    expect(await classes.import('north', 'feed', next)).toEqual(preview);
    expect(await records()).not.toEqual(before);
  });

  it('removes what a complete source leaves out, but never what has begun', async () => {
    const { take, records, clock } = await openClasses();
    await take('feed', [
      entry('past', { startsUtcMs: SOON }),
      entry('next', { name: 'Spin', startsUtcMs: SOON + 5 * HOUR_MS }),
      entry('last', { name: 'Pump', startsUtcMs: SOON + 9 * HOUR_MS }),
    ]);
    clock.advance(HOUR_MS);
    const plan = await take('feed', [entry('last', { startsUtcMs: SOON + 9 * HOUR_MS })], true);
    expect(counted(plan)).toEqual({ remove: 1, change: 1 });
    expect(plan.changes[0]).toMatchObject({ kind: 'remove', name: 'Spin' });
    expect((await records()).map(({ startsUtcMs }) => (startsUtcMs - SOON) / HOUR_MS)).toEqual([
      0, 9,
    ]);
  });

  it('leaves what a source that is not complete does not name, and all of it where none is named', async () => {
    const { take, records } = await openClasses();
    await take('feed', [entry('1'), entry('2', { name: 'Spin' })]);
    await take('feed', [entry('1')]);
    expect(await records()).toHaveLength(2);
    expect(counted(await take('feed', [], true))).toEqual({});
    expect(await records()).toHaveLength(2);
  });

  it('keeps what a source said before where it says nothing now', async () => {
    const { take, records } = await openClasses();
    const trainer = { externalId: null, name: 'Ann' };
    await take('feed', [entry('1', { capacity: 20, room: 'Hall', trainer, isSubstitute: true })]);
    expect(counted(await take('feed', [entry('1', { booked: 7 })]))).toEqual({ change: 1 });
    expect(await records()).toMatchObject([
      { capacity: 20, booked: 7, room: 'Hall', trainer: { name: 'Ann' }, isSubstitute: true },
    ]);
  });

  it('knows who came from who booked and who stayed away', async () => {
    const { take, records } = await openClasses();
    await take('bookings', [entry('1', { booked: 10 })]);
    await take('absent', [entry('a', { noShows: 3 })]);
    expect(await records()).toMatchObject([{ booked: 10, checkedIn: 7 }]);
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

  it('meet in the same room first, and two bookings without a room in two classes', async () => {
    const { take, records } = await openClasses();
    await take('calendar', [entry('a', { room: 'Hall' }), entry('b', { room: 'Studio' })]);
    await take('bookings', [entry('1', { room: 'studio', booked: 5 })]);
    await take('till', [entry('x', { revenueMilli: 1_000 }), entry('y', { revenueMilli: 2_000 })]);
    const found = await records();
    expect(found).toHaveLength(2);
    expect(found.find(({ room }) => room === 'Studio')?.booked).toBe(5);
    expect(found.map(({ revenueMilli }) => revenueMilli).toSorted()).toEqual([1_000, 2_000]);
  });

  it('are believed in turn: the first in name and time, the one with news in numbers', async () => {
    const { take, records } = await openClasses();
    const first = entry('1', { booked: 5, capacity: 20 });
    await take('calendar', [first]);
    await take('bookings', [entry('b', { booked: 7 })]);
    expect(await records()).toMatchObject([{ booked: 7, capacity: 20 }]);
    await take('calendar', [first]);
    expect(await records()).toMatchObject([{ booked: 7 }]);
    await take('calendar', [{ ...first, booked: 6 }]);
    expect(await records()).toMatchObject([{ booked: 6 }]);
    await take('bookings', [entry('b', { name: 'Yoga deluxe', startsUtcMs: SOON + HOUR_MS })]);
    expect(await records()).toMatchObject([{ name: 'Yoga', startsUtcMs: SOON, booked: 6 }]);
  });

  it('cancel and take back: who has never said so does not know', async () => {
    const { take, records } = await openClasses();
    await take('calendar', [entry('1')]);
    await take('bookings', [entry('b', { isCancelled: true })]);
    await take('calendar', [entry('1')]);
    expect(await records()).toMatchObject([{ isCancelled: true }]);
    await take('bookings', [entry('b')]);
    expect(await records()).toMatchObject([{ isCancelled: false }]);
  });

  it('leave a class to the other when one of them gives it up', async () => {
    const { take, records } = await openClasses();
    const away = entry('other', { name: 'Pump' });
    await take('calendar', [entry('1', { room: 'Hall' }), away], true);
    await take('bookings', [entry('b', { booked: 7, name: 'YOGA' })]);
    const [before] = (await records()).filter(({ room }) => room === 'Hall');
    const plan = await take('calendar', [away], true);
    expect(counted(plan)).toEqual({ change: 1, unchanged: 1 });
    const left = (await records()).find(({ id }) => id === before?.id);
    expect(left).toMatchObject({ name: 'YOGA', room: null, booked: 7, sourceId: 'bookings' });
  });

  it('find each other again at the new time after the one that speaks for it has moved the class', async () => {
    const { take, records } = await openClasses();
    await take('calendar', [entry('1')]);
    await take('bookings', [entry('at 13', { booked: 4 })]);
    const later = { startsUtcMs: SOON + HOUR_MS };
    await take('calendar', [entry('1', later)]);
    await take('bookings', [entry('at 14', { ...later, booked: 5 })]);
    expect(await records()).toMatchObject([{ booked: 5, ...later }]);
  });

  it('of one gym leave the classes of another alone, also where they remove the newest of all', async () => {
    const { classes } = await openClasses();
    const take = (gymId: string, ...ids: string[]) =>
      classes.import(
        gymId,
        'feed',
        parsed(
          ids.map((id) => entry(id, { name: id })),
          COMPLETE,
        ),
      );
    await take('south', 'a', 'b', 'c');
    const south = await classes.records('south', ALWAYS);
    await take('north', 'a');
    await take('north', 'd', 'e');
    expect(await classes.records('south', ALWAYS)).toEqual(south);
    expect(await classes.records('north', ALWAYS)).toHaveLength(2);
  });

  it('stay apart in two gyms', async () => {
    const { classes } = await openClasses();
    await classes.import('north', 'feed', parsed([entry('1')]));
    await classes.import('south', 'feed', parsed([entry('1')]));
    const [north] = await classes.records('north', ALWAYS);
    const [south] = await classes.records('south', ALWAYS);
    expect(north?.id).not.toBe(south?.id);
  });
});

describe('any sequence of imports', () => {
  const anEntry = fc.record(
    {
      externalId: fc.constantFrom('1', '2', '3', '4'),
      name: fc.constantFrom('Yoga', 'yóga', 'Spin'),
      startsUtcMs: fc.constantFrom(SOON - 3 * HOUR_MS, SOON, SOON + HOUR_MS),
      room: fc.constantFrom(null, 'Hall', 'Studio'),
      isCancelled: fc.boolean(),
      booked: fc.option(fc.nat(9)),
      noShows: fc.option(fc.nat(2)),
      trainer: fc.option(
        fc.record({
          externalId: fc.constantFrom(null, 'x', 'y'),
          name: fc.constantFrom('Ann', 'ANN', 'Bob'),
        }),
      ),
    },
    { noNullPrototype: true },
  );
  const anImport = fc.record({
    source: fc.constantFrom('calendar', 'bookings', 'till'),
    entries: fc.uniqueArray(anEntry, { selector: ({ externalId }) => externalId, maxLength: 4 }),
    isComplete: fc.boolean(),
  });
  type AnImport = typeof anImport extends fc.Arbitrary<infer Value> ? Value : never;

  const takeAll = async (imports: readonly AnImport[], times: number) => {
    const { classes, take, records } = await openClasses();
    for (const { source, entries, isComplete } of imports) {
      for (let time = 0; time < times; time += 1) {
        const full = entries
          .map(({ externalId, ...rest }) => entry(externalId, rest))
          .toSorted((one, other) => one.startsUtcMs - other.startsUtcMs);
        const plan = await take(source, full, isComplete);
        if (time > 0)
          expect(counted(plan)).toEqual(full.length > 0 ? { unchanged: full.length } : {});
      }
    }
    return { records: await records(), trainers: await classes.trainers('north') };
  };

  it('gives the same when each is taken twice, and every record is of a class somebody speaks of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anImport, { maxLength: 5 }), async (imports) => {
        const once = await takeAll(imports, 1);
        expect(await takeAll(imports, 2)).toEqual(once);
        expect(new Set(once.records.map(({ id }) => id)).size).toBe(once.records.length);
        expect(once.records.every(({ endsUtcMs, startsUtcMs }) => endsUtcMs > startsUtcMs)).toBe(
          true,
        );
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

it('a store that fails in the middle leaves nothing half done', async () => {
  const { history } = await openTestHistory({ limitBytes: 400_000 });
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
  await classes.import('north', 'feed', parsed([entry('kept', { booked: 3 })]));
  expect(await classes.records('north', ALWAYS)).toMatchObject([{ booked: 3 }]);
});

it('an import that nobody waits for any more changes nothing', async () => {
  const { take, records, classes } = await openClasses();
  await take('feed', [entry('1')]);
  const before = await records();
  const leaving = new AbortController();
  const many = Array.from({ length: 2_000 }, (_, n) => entry(`${n}`, { booked: n }));
  const importing = classes.import('north', 'feed', parsed(many), { signal: leaving.signal });
  leaving.abort(new Error('stopped'));
  await expect(importing).rejects.toThrow('stopped');
  expect(await records()).toEqual(before);
  expect(await classes.trainers('north')).toEqual([]);
});
