/**
 * `npx tsx bench/chain/run.ts [part]… [--gyms N] [--days N] [--boxes N]`: a head office over a PostgreSQL of its own that waits for the disk
 * at each commit. Parts: `ingest`, `reads`, `bytes`, `cached`, and `boxes` where it is named, as it also is by `--boxes`; without
 * any all but boxes. 5,000 gyms and boxes, and 30 days of `bytes`, where it is not said otherwise. Limits: `docs/chain.md#sizes`.
 */

import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '../../hq/database/database.ts';
import { migrate } from '../../hq/database/migrate.ts';
import { HAS_POSTGRES, startPostgres } from '../../test/support/postgres.ts';
import { boxes } from './boxes/figures.ts';
import { bytes } from './bytes.ts';
import { cached } from './cached.ts';
import { say, sayMissed } from './figures.ts';
import { addGyms, fill } from './fill.ts';
import { ingest } from './ingest.ts';
import { views, weeks } from './reads.ts';

const DEFAULT = ['ingest', 'reads', 'bytes', 'cached'] as const;
type Part = (typeof DEFAULT)[number] | 'boxes';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { gyms: { type: 'string' }, boxes: { type: 'string' }, days: { type: 'string' } },
});
const gyms = Number(values.gyms ?? 5_000);
const named = [...positionals, ...(values.boxes === undefined ? [] : ['boxes'])];
const parts = new Set(named.length === 0 ? DEFAULT : named);
const isWanted = (part: Part) => parts.has(part);

if (!HAS_POSTGRES) process.exit(0);
if (isWanted('ingest') || isWanted('reads')) await withDatabase(chain);
if (isWanted('bytes')) {
  await withDatabase(async (database) => {
    await addGyms(database, 20);
    await bytes(database, Number(values.days ?? 30));
  }, false);
}
if (isWanted('cached')) await cached();
if (isWanted('boxes')) await boxes(Number(values.boxes ?? 5_000));
sayMissed();

async function chain(database: Database): Promise<void> {
  await addGyms(database, gyms);
  if (isWanted('ingest')) await ingest(database, gyms);
  if (!isWanted('reads')) return;
  const before = performance.now();
  await fill(database, gyms);
  say(`(${gyms} gyms of six weeks in ${((performance.now() - before) / 1_000).toFixed(0)} s)`);
  await views(database, gyms);
  await weeks(database);
}

async function withDatabase(
  work: (database: Database) => Promise<void>,
  isDurable = true,
): Promise<void> {
  const postgres = await startPostgres(isDurable);
  const database = openDatabase({ url: postgres.url });
  try {
    await migrate(database);
    await work(database);
  } finally {
    await database.close();
    await postgres.close();
  }
}
