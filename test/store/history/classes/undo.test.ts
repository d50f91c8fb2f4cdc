import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import { forgetVersions } from '../../../../store/history/classes/import.ts';
import { ALIASES_BACK, NAMES_BACK } from '../../../../store/history/classes/undo.ts';
import { ALWAYS, openTestHistory } from '../folder.fixture.ts';
import { openFile } from '../open-file.fixture.ts';
import { COMPLETE, counted, entry, HOUR_MS, parsed, SOON } from './entries.fixture.ts';

async function openClasses() {
  const { history, clock, dir } = await openTestHistory();
  const { classes } = history;
  const by = 'command line';
  return {
    classes,
    clock,
    dir,
    history,
    take: (source: string, entries: readonly ScheduleEntry[], complete = false) =>
      classes.import('north', source, parsed(entries, complete ? COMPLETE : null), {
        origin: `${source}.csv`,
      }),
    undo: (number: number, takesRest = false) =>
      classes.undoImport('north', number, { by, takesRest }),
    records: () => classes.records('north', ALWAYS),
    newest: async () => (await classes.imports('north'))[0]?.number ?? 0,
  };
}

const ANN = { externalId: null, name: 'Ann' };

describe('an import that is taken back', () => {
  it('leaves the classes and the trainers as they were before', async () => {
    const { take, undo, records, newest, classes } = await openClasses();
    await take('feed', [
      entry('1', { booked: 3, room: 'Hall', trainer: ANN }),
      entry('2', { name: 'Spin' }),
      entry('3', { name: 'Pump', startsUtcMs: SOON + 5 * HOUR_MS }),
    ]);
    const before = await records();
    const next = [
      entry('1', { booked: 9, isCancelled: true, trainer: { externalId: '4', name: 'Bob' } }),
      entry('2', { name: 'Spin', startsUtcMs: SOON + HOUR_MS }),
      entry('4', { name: 'Dentist', trainer: { externalId: null, name: 'Dr Who' } }),
    ];
    await take('feed', next, true);
    const after = await records();
    expect(after).not.toEqual(before);
    const report = await undo(await newest());
    expect(await records()).toEqual(before);
    expect(await classes.trainers('north')).toEqual([{ id: 'ann', name: 'Ann' }]);
    expect(report).toMatchObject({ stayedCount: 0, later: [], import: { origin: 'feed.csv' } });
    expect(counted(report)).toEqual({ add: 1, change: 1, move: 1, remove: 1 });
    await take('feed', next, true);
    expect(await records()).toEqual(after);
  });

  it('is in the list with what it did, and can be taken back once', async () => {
    const { take, undo, classes, history, clock } = await openClasses();
    await take('feed', [entry('1'), entry('2', { name: 'Spin' })]);
    await take('feed', [entry('1'), entry('2', { name: 'Spin' })]);
    const [only, ...others] = await classes.imports('north');
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      sourceId: 'feed',
      origin: 'feed.csv',
      rows: 2,
      counts: { add: 2 },
      madeUtcMs: clock.nowUtcMs(),
      undoneUtcMs: null,
      isKept: true,
    });
    await undo(only?.number ?? 0);
    expect(await classes.imports('north')).toMatchObject([{ undoneUtcMs: clock.nowUtcMs() }]);
    expect((await history.access.audit({ gymId: 'north', limit: 1 }))[0]).toMatchObject({
      kind: 'import_undone',
      by: 'command line',
    });
    await expect(undo(only?.number ?? 0)).rejects.toThrow(/taken back already/);
    await expect(undo(77)).rejects.toMatchObject({ code: 'import_unknown' });
  });

  it('keeps corrections and counts, also of classes that go and come again', async () => {
    const { take, undo, records, newest, classes, history } = await openClasses();
    await take('feed', [entry('1')]);
    await take('sheet', [entry('a', { booked: 8 }), entry('b', { name: 'Spin' })]);
    const [spin, yoga] = (await records()).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    for (const record of [spin, yoga]) {
      await classes.correct(record?.id ?? '', { attended: 9, note: 'seen', by: 'Ann' });
    }
    await classes.addTrueCount(
      { classId: spin?.id ?? '', roomId: 'hall', people: 7 },
      'command line',
    );
    const trail = await history.access.audit({ gymId: 'north', limit: 100 });
    await undo(await newest());
    expect(await records()).toMatchObject([{ name: 'Yoga', correction: { attended: 9 } }]);
    await take('sheet', [entry('a', { booked: 8 }), entry('b', { name: 'Spin' })]);
    expect(await classes.record(spin?.id ?? '')).toMatchObject({ correction: { attended: 9 } });
    expect(await classes.corrections(spin?.id ?? '')).toMatchObject([{ by: 'Ann', note: 'seen' }]);
    expect(await classes.trueCounts('north')).toMatchObject([{ people: 7 }]);
    expect((await history.access.audit({ gymId: 'north', limit: 100 })).length).toBe(
      trail.length + 1,
    );
  });

  it('is refused where a later one spoke of its classes, which is named', async () => {
    const { take, undo, records, newest } = await openClasses();
    await take('feed', [entry('1', { booked: 3 }), entry('2', { name: 'Spin' })]);
    const first = await newest();
    await take('sheet', [entry('a', { booked: 8 })]);
    const later = await newest();
    const before = await records();
    await expect(undo(first)).rejects.toMatchObject({
      code: 'import_covered',
      message: expect.stringContaining(`1 class (Yoga) import ${later} spoke later`),
    });
    expect(await records()).toEqual(before);
    const report = await undo(first, true);
    expect(report).toMatchObject({ stayedCount: 1, stayed: [{ name: 'Yoga' }], later: [later] });
    expect(await records()).toMatchObject([{ name: 'Yoga', booked: 8 }]);
  });

  it('is too long ago once it is forgotten, and what later ones need stays', async () => {
    const { take, undo, records, dir, classes } = await openClasses();
    for (const booked of [1, 2, 3]) await take('feed', [entry('1', { booked })]);
    const database = await openFile(dir);
    await database.exec('UPDATE imports SET is_kept = 0 WHERE number < 3');
    await forgetVersions(database, database, 'north', 50);
    const left = await database.all('SELECT born, gone FROM fact_versions ORDER BY born');
    expect(left).toEqual([
      { born: 2, gone: 3 },
      { born: 3, gone: null },
    ]);
    await expect(undo(2)).rejects.toThrow(/2, which is too long ago/);
    await undo(3);
    expect(await records()).toMatchObject([{ booked: 2 }]);
    expect((await classes.imports('north')).map(({ isKept }) => isKept)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it.each([
  ['names', NAMES_BACK, 'SEARCH trainers USING PRIMARY KEY (gym=? AND id=?)'],
  ['ids', ALIASES_BACK, 'SEARCH trainer_aliases USING PRIMARY KEY (source=? AND external_id=?)'],
])(
  '%s of people are taken back by their key, not by reading all for each',
  async (_, sql, search) => {
    const { dir } = await openTestHistory();
    const database = await openFile(dir);
    const plan = await database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, 'north', '[]');
    expect(plan.map(({ detail }) => detail)).toContain(search);
  },
);
