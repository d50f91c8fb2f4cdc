/** What a box has and what its head office has: row by row, and class by class. */

import { digestsOf, unequalBuckets } from '../../../../chain/sync.ts';
import type { Database } from '../../../../hq/database/database.ts';
import { gymRows } from '../../../../hq/sync/rows.ts';
import type { GymOfClasses } from './gym.ts';

type BoxRows = Awaited<ReturnType<GymOfClasses['rows']>>;

export interface Compared {
  readonly isEqual: boolean;
  readonly rows: number;
  /** Rows at the head office that the box does not have, and days whose sums count other classes than there are. */
  readonly doubled: number;
  /** Rows of the box that are not at the head office as they are at the box. */
  readonly lost: number;
}

export async function compare(database: Database, gymId: string, box: BoxRows): Promise<Compared> {
  const [gym] = await database.query<{ key: number }>('SELECT key FROM gym WHERE id = $1', [gymId]);
  const key = gym?.key ?? 0;
  const there = await gymRows(database, key);
  const own = new Map(box.rows.map((row) => [`${row.kind} ${row.key}`, row.seq]));
  const theirs = new Map(there.map((row) => [`${row.kind} ${row.key}`, row.seq]));
  const strange = [...theirs.keys()].filter((name) => !own.has(name)).length;
  const missing = [...own].filter(([name, seq]) => theirs.get(name) !== seq).length;
  const classes = await classesOf(database, key);
  const wrong = box.classes.filter(([id, name, booked]) => classes.get(id) !== `${name} ${booked}`);
  const unequal = unequalBuckets(digestsOf(box.rows), digestsOf(there));
  const doubled = strange + (await doubledIn(database, key));
  const lost = missing + wrong.length;
  return { isEqual: unequal.length === 0, rows: own.size, doubled, lost };
}

async function classesOf(database: Database, gym: number): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ id: string; name: string; booked: number | null }>(
    'SELECT id, name, booked FROM class_now WHERE gym = $1 AND seq > 0 AND NOT is_deleted',
    [gym],
  );
  return new Map(rows.map(({ id, name, booked }) => [id, `${name} ${booked}`]));
}

/** Days whose sums count more or fewer classes than there are. */
async function doubledIn(database: Database, gym: number): Promise<number> {
  const [row] = await database.query<{ n: number }>(WRONG_DAYS, [gym]);
  return row?.n ?? 0;
}

const WRONG_DAYS = `
SELECT count(*) AS n FROM (
  SELECT day, count(*) AS classes FROM class_now WHERE gym = $1 AND seq > 0 AND NOT is_deleted GROUP BY day
) AS c FULL JOIN (SELECT day, sessions FROM gym_day WHERE gym = $1 AND sessions > 0) AS d USING (day)
WHERE c.classes IS DISTINCT FROM d.sessions`;
