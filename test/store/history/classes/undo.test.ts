import { expect, it } from 'vitest';
import { forgetVersions } from '../../../../store/history/classes/import.ts';
import { ALIASES_BACK, NAMES_BACK } from '../../../../store/history/classes/undo.ts';
import { HOUR_MS } from '../../../support/times.ts';
import { openFile, planOf } from '../open-file.fixture.ts';
import { counted, entry, openClasses, SOON } from './entries.fixture.ts';

async function openGym() {
  const opened = await openClasses();
  const { classes } = opened;
  const undo = (number: number, takesRest = false) =>
    classes.undoImport('north', number, { by: 'command line', takesRest });
  return { ...opened, undo };
}

const ANN = { externalId: null, name: 'Ann' };

it('an import that is taken back leaves the classes and the trainers as they were before', async () => {
  const { take, undo, records, classes } = await openGym();
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
  const report = await undo(2);
  expect(await records()).toEqual(before);
  expect(await classes.trainers('north')).toEqual([{ id: 'ann', name: 'Ann' }]);
  expect(report).toMatchObject({ stayedCount: 0, later: [], import: { origin: 'feed.csv' } });
  expect(counted(report)).toEqual({ add: 1, change: 1, move: 1, remove: 1 });
  await take('feed', next, true);
  expect(await records()).toEqual(after);
});

it('an import that is taken back is too long ago once it is forgotten, and what later ones need stays', async () => {
  const { take, undo, records, dir, classes } = await openGym();
  for (const booked of [1, 2, 3]) await take('feed', [entry('1', { booked })]);
  const database = await openFile(dir);
  await database.exec('UPDATE imports SET is_kept = 0 WHERE number < 3');
  await forgetVersions(database, database, 'north', 50);
  const left = await database.all('SELECT born, gone FROM fact_versions ORDER BY born');
  const second = { born: 2, gone: 3 };
  expect(left).toEqual([second, { born: 3, gone: null }]);
  await expect(undo(2)).rejects.toThrow(/2, which is too long ago/);
  await undo(3);
  expect(await records()).toMatchObject([{ booked: 2 }]);
  const kept = (await classes.imports('north')).map(({ isKept }) => isKept);
  expect(kept).toEqual([true, false, false]);
});

it.each([
  ['names', NAMES_BACK, 'SEARCH trainers USING PRIMARY KEY (gym=? AND id=?)'],
  ['ids', ALIASES_BACK, 'SEARCH trainer_aliases USING PRIMARY KEY (source=? AND external_id=?)'],
])('%s of people are undone by their key, not by reading all for each', async (_, sql, search) => {
  expect(await planOf(sql, 'north', '[]')).toContain(search);
});
