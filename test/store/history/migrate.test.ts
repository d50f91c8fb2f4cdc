import { expect, it } from 'vitest';
import type { Database, Session } from '../../../store/history/database.ts';
import { openHistoryForReading } from '../../../store/history/history.ts';
import { fromSchema8, migrate } from '../../../store/history/migrate.ts';
import { SCHEMA_VERSION } from '../../../store/history/schema/schema.ts';
import { anError } from '../../support/an-error.ts';
import { testFolder } from '../../support/folder.ts';
import { entry, parsed } from './classes/entries.fixture.ts';
import { ALWAYS, openTestHistory } from './folder.fixture.ts';
import { folderOf8, openFile, openSchema8 } from './open-file.fixture.ts';

const schemaOf = (database: Database) =>
  database.exclusive(async (session) => {
    const objects = await session.all<{ type: string; name: string; sql: string | null }>(
      'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name',
    );
    const plain = (sql: string | null) => sql?.replaceAll('"', '').replaceAll(/\s+/g, ' ');
    const said = objects.map(({ sql, ...rest }) => ({ ...rest, sql: plain(sql) }));
    return [await session.get('PRAGMA user_version'), said];
  });

it('a database of schema 8 gets the schema that a new one has', async () => {
  const { database } = await openSchema8();
  expect(await migrate(database)).toBe(8);
  expect(await migrate(database)).toBe(SCHEMA_VERSION);
  const fresh = await openFile(testFolder());
  expect(await migrate(fresh)).toBe(0);
  expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
});

it('a database of schema 8 keeps what was found out about classes, also about one that was taken back', async () => {
  const dir = await folderOf8();
  const early = anError('data_unusable', 'start the server once');
  await expect(openHistoryForReading(dir)).rejects.toEqual(early);
  const { history } = await openTestHistory({ dir });
  const { classes } = history;
  const [yoga] = await classes.records('north', ALWAYS);
  const classId = yoga?.id ?? '';
  expect(yoga).toMatchObject({ name: 'Yoga', estimate: { attended: 11 }, correction: null });
  const corrections = await classes.corrections(classId);
  expect(corrections).toMatchObject([{ attended: 8, note: 'first', withdrawnBy: 'Ann' }]);
  expect(await classes.trueCounts('north')).toMatchObject([{ classId, people: 10 }]);
  expect(await classes.bookings(classId)).toMatchObject([{ sourceId: 'week', booked: 12 }]);
  const logged = (await history.access.audit({ limit: 99 })).length;
  const again = entry('p', { name: 'Pump', startsUtcMs: 1_795_600_000_000 });
  await classes.import('north', 'sheet', parsed([again]));
  const pump = (await classes.records('north', ALWAYS)).find(({ name }) => name === 'Pump');
  expect(pump?.correction).toMatchObject({ attended: 5 });
  expect(await history.access.audit({ limit: 99 })).toHaveLength(logged);
});

it('a database of schema 8 is as it was wherever the way to the next one breaks off, and the next start goes it', async () => {
  const { dir, database } = await openSchema8();
  const before = await schemaOf(database);
  for (let stop = 1; ; stop += 1) {
    let left = stop;
    const breaking = async (session: Session) =>
      fromSchema8({
        ...session,
        exec: async (sql) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          await session.exec(sql);
        },
      });
    const end = await migrate(database, breaking).catch((error: Error) => error.message);
    if (end === 8) break;
    expect([end, await schemaOf(database)]).toEqual(['killed', before]);
  }
  await database.close();
  const { history } = await openTestHistory({ dir });
  expect(await history.classes.records('north', ALWAYS)).toHaveLength(3);
});

it.each([
  [1, 'start an older Turnout once that brings it to version 8'],
  [7, 'start an older Turnout once that brings it to version 8'],
  [9, 'no release wrote it: go back to the version that did, or begin again in another folder'],
  [1_000, 'run the newer Turnout that wrote it'],
])('a database of version %i is refused, with what to do', async (version, way) => {
  const dir = await folderOf8(`PRAGMA user_version = ${version}`);
  const refused = {
    code: version > SCHEMA_VERSION ? 'data_newer' : 'data_unusable',
    message: expect.stringMatching(`got version ${version}; ${way}`),
  };
  await expect(openTestHistory({ dir })).rejects.toMatchObject(refused);
  await expect(openHistoryForReading(dir)).rejects.toMatchObject(refused);
});

it('a database of another program is refused', async () => {
  const dir = testFolder();
  const database = await openFile(dir);
  await database.exec('CREATE TABLE bookmarks (url TEXT)');
  const refused = anError('data_unusable', 'one of another program');
  await expect(openTestHistory({ dir })).rejects.toEqual(refused);
});
