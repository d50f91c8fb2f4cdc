import { expect, it } from 'vitest';
import { forgetVersions } from '../../../../store/history/classes/import.ts';
import { ALIASES_BACK, NAMES_BACK } from '../../../../store/history/classes/undo.ts';
import { openFile, planOf } from '../open-file.fixture.ts';
import { entry, openClasses } from './entries.fixture.ts';

it('an import that is taken back is too long ago once it is forgotten, and what later ones need stays', async () => {
  const { take, records, dir, classes } = await openClasses();
  const undo = (number: number) =>
    classes.undoImport('north', number, { by: 'command line', takesRest: false });
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
