/** A database file without a history around it, closed after the test. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../../store/history/database.ts';
import { afterTest, createFolder } from './folder.fixture.ts';

export async function openFile(dir: string): Promise<Database> {
  const path = join(dir, 'turnout.sqlite');
  const database = await openDatabase({ path, mode: 'create', busyMs: 0 });
  afterTest(() => database.close());
  return database;
}

/** A data folder with a database that a program of schema 8 wrote. */
export async function openSchema8() {
  const dir = await createFolder();
  const database = await openFile(dir);
  const url = new URL('../../fixtures/databases/schema-8.sql', import.meta.url);
  await database.exec(await readFile(url, 'utf8'));
  return { dir, database };
}
