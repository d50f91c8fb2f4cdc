/** The way back from an upgrade, over databases that earlier versions have written. */

import { readdirSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { openHistory } from '../../../../store/history/history.ts';
import { MIGRATIONS } from '../../../../store/history/migrate.ts';
import { RecordedLog } from '../../../support/recorded-log.ts';
import { ALWAYS, createFolder, createHandClock } from '../folder.fixture.ts';
import { openFile } from '../open-file.fixture.ts';

const FIXTURES = new URL('../../../fixtures/databases/', import.meta.url);

/** A data folder with a database that an earlier version wrote. */
async function folderOf(fixture: string): Promise<string> {
  const dir = await createFolder();
  const database = await openFile(dir);
  const sql = await readFile(new URL(fixture, FIXTURES), 'utf8');
  await database.exclusive((session) => session.exec(sql));
  await database.close();
  return dir;
}

async function classesIn(dir: string, log = new RecordedLog()) {
  const history = await openHistory({ dir, clock: createHandClock(), log });
  try {
    const records = await history.classes.records('north', ALWAYS);
    return records.map(({ name, trainer, booked }) => [name, trainer?.name, booked]);
  } finally {
    await history.close();
  }
}

const CLASSES = [
  ['Yoga', 'Anna Petrova', 12],
  ['Spin', 'Ben Okoro', 15],
];

/** Schemas that databases of users may have. */
const SCHEMAS = readdirSync(FIXTURES).map((name) => Number(/^schema-(\d+)\.sql$/.exec(name)?.[1]));

describe('an upgrade', () => {
  it('is tried from every schema since 4: a new step brings the database of before', () => {
    const before = Array.from({ length: MIGRATIONS.length - 4 }, (_, place) => place + 4);
    expect(SCHEMAS.toSorted()).toEqual(before);
  });

  test.each(SCHEMAS)('of schema %i keeps all classes, and a copy from before', async (version) => {
    const dir = await folderOf(`schema-${version}.sql`);
    const log = new RecordedLog();
    expect(await classesIn(dir, log)).toEqual(CLASSES);
    const copy = `turnout.schema-${version}.sqlite`;
    expect(log.lines.map(({ event }) => event)).toContain('snapshot_written');
    expect(await readdir(dir)).toContain(copy);
    // The copy is whole: put in place, it is upgraded as the first was.
    await rm(join(dir, 'turnout.sqlite'));
    await rename(join(dir, copy), join(dir, 'turnout.sqlite'));
    expect(await classesIn(dir)).toEqual(CLASSES);
  });

  it('makes no copy where the schema stays', async () => {
    const dir = await folderOf('schema-5.sql');
    await classesIn(dir);
    const log = new RecordedLog();
    await classesIn(dir, log);
    expect(log.lines.map(({ event }) => event)).not.toContain('snapshot_written');
  });

  it('that an older version meets names the copy that it can read', async () => {
    const dir = await folderOf('schema-5.sql');
    await classesIn(dir);
    const database = await openFile(dir);
    const later = MIGRATIONS.length + 1;
    await database.exclusive((session) => session.exec(`PRAGMA user_version = ${later}`));
    await database.close();
    await expect(classesIn(dir)).rejects.toMatchObject({
      code: 'data_newer',
      message: expect.stringContaining('give turnout.schema-5.sqlite the name turnout.sqlite'),
    });
  });
});
