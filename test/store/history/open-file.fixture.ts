/** A database file without a history around it, closed after the test. */

import { join } from 'node:path';
import { type Database, openDatabase } from '../../../store/history/database.ts';
import { afterTest } from './folder.fixture.ts';

export async function openFile(dir: string): Promise<Database> {
  const path = join(dir, 'turnout.sqlite');
  const database = await openDatabase({ path, mode: 'create', busyMs: 0 });
  afterTest(() => database.close());
  return database;
}
