/** A database file without a history around it, closed after the test. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../../store/history/database.ts';
import { testFolder } from '../../support/folder.ts';
import { openTestHistory } from './folder.fixture.ts';

export async function openFile(dir: string): Promise<Database> {
  const path = join(dir, 'turnout.sqlite');
  const database = await openDatabase({ path, mode: 'create', busyMs: 0 });
  onTestFinished(() => database.close());
  return database;
}

/** How SQLite finds what is asked of a new history. */
export async function planOf(sql: string, ...values: (string | number)[]): Promise<string[]> {
  const database = await openFile((await openTestHistory()).dir);
  const plan = await database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
  return plan.map(({ detail }) => detail);
}

/** A data folder with a database that a program of schema 8 wrote. */
export async function openSchema8() {
  const dir = testFolder();
  const database = await openFile(dir);
  const url = new URL('../../fixtures/databases/schema-8.sql', import.meta.url);
  await database.exec(await readFile(url, 'utf8'));
  return { dir, database };
}

/** The same, closed, after `sql`. */
export async function folderOf8(sql = ''): Promise<string> {
  const { dir, database } = await openSchema8();
  await database.exec(sql);
  await database.close();
  return dir;
}
