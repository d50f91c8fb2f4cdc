import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../store/history/database.ts';
import { openHistoryForReading } from '../../../store/history/history.ts';
import { MIGRATIONS, migrate } from '../../../store/history/migrate.ts';
import { appendRows } from '../../../store/history/samples/append.ts';
import { toRow } from '../../../store/history/samples/rows.ts';
import { ALWAYS, createFolder, NOON, openTestHistory, sampleAt } from './folder.fixture.ts';
import { openFile } from './open-file.fixture.ts';

const versionOf = (database: Database) =>
  database.exclusive((session) => session.get('PRAGMA user_version'));

describe('migrations', () => {
  it('are numbered, one file for each that still does something', () => {
    const files = readdirSync(new URL('../../../store/history/migrations', import.meta.url));
    const numbers = files.toSorted().map((name) => Number(name.slice(0, 4)));
    expect(numbers).toEqual(MIGRATIONS.flatMap((sql, at) => (sql === '' ? [] : [at + 1])));
  });

  it('bring an older database up and keep what is in it', async () => {
    const database = await openFile(await createFolder());
    const steps = [
      "CREATE TABLE fruit (name TEXT); INSERT INTO fruit VALUES ('apple')",
      'ALTER TABLE fruit ADD COLUMN colour TEXT',
      "UPDATE fruit SET colour = 'red'",
    ];
    expect(await migrate(database, steps.slice(0, 1))).toBe(1);
    expect(await migrate(database, steps)).toBe(2);
    expect(await migrate(database, steps)).toBe(0);
    const rows = await database.exclusive((session) => session.all('SELECT * FROM fruit'));
    expect(rows).toEqual([{ name: 'apple', colour: 'red' }]);
    expect(await versionOf(database)).toEqual({ user_version: 3 });
  });

  it('bring a database of the first release to classes, and keep its samples', async () => {
    const dir = await createFolder();
    const database = await openFile(dir);
    await migrate(database, MIGRATIONS.slice(0, 1));
    const stored = await appendRows(database, [toRow('hall', sampleAt(NOON))]);
    expect([stored, await versionOf(database)]).toEqual([1, { user_version: 1 }]);
    await expect(openHistoryForReading(dir)).rejects.toMatchObject({
      code: 'data_unusable',
      message: expect.stringContaining('start the server once'),
    });
    await database.close();
    const { history } = await openTestHistory({ dir });
    expect(await history.samples('hall', ALWAYS)).toEqual([sampleAt(NOON)]);
    expect(history.status().samplesStored).toBe(1);
    expect(await history.classes.records('north', ALWAYS)).toEqual([]);
  });

  it('leave everything as it was when a step fails', async () => {
    const database = await openFile(await createFolder());
    await migrate(database, ['CREATE TABLE fruit (name TEXT)']);
    const steps = ['SELECT 1', 'CREATE TABLE tree (name TEXT)', 'CREATE TABLE fruit (name TEXT)'];
    await expect(migrate(database, steps)).rejects.toThrow(/fruit already exists/);
    const tables = await database.exclusive((session) =>
      session.all('SELECT name FROM sqlite_schema'),
    );
    expect(tables).toEqual([{ name: 'fruit' }]);
    expect(await versionOf(database)).toEqual({ user_version: 1 });
  });

  it('refuse a database of a newer build, for writing and for reading', async () => {
    const { history, dir } = await openTestHistory();
    history.append('hall', [sampleAt(NOON)]);
    await history.close();
    const database = await openFile(dir);
    await database.exclusive((session) => session.exec('PRAGMA user_version = 1000'));
    await database.close();
    const newer = {
      code: 'data_newer',
      message: expect.stringContaining('got version 1000'),
    };
    await expect(openTestHistory({ dir })).rejects.toMatchObject(newer);
    await expect(openHistoryForReading(dir)).rejects.toMatchObject(newer);
  });

  it('refuse a database of another program', async () => {
    const dir = await createFolder();
    const database = await openFile(dir);
    await database.exclusive((session) => session.exec('CREATE TABLE bookmarks (url TEXT)'));
    await expect(openTestHistory({ dir })).rejects.toMatchObject({
      code: 'data_unusable',
      message: expect.stringContaining('one of another program'),
    });
  });
});
