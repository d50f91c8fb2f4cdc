/** `kill -9` of each part, and a PostgreSQL whose disk is full. */

import { openDatabase } from '../../../../hq/database/database.ts';
import { type Fault, must } from '../fault.ts';
import { type Chain, until } from '../support/chain.ts';

export const KILLS: readonly Fault[] = [
  {
    name: 'box',
    what: 'a box is killed while it sends, again and again',
    run: async (chain) => {
      const kills = 10;
      const { box } = chain.first;
      for (let kill = 0; kill < kills; kill += 1) {
        await chain.receiptsCame(3);
        await box.kill();
        chain.mend();
        await box.start();
        await chain.run();
      }
      return `${kills} kills`;
    },
  },
  {
    name: 'office-before',
    what: 'the head office is killed before the commit, with all written',
    run: async (chain) => {
      await chain.receiptsCame(3);
      await beforeCommit(chain, () => chain.office.kill());
      chain.mend();
      await chain.office.start();
      return '';
    },
  },
  {
    name: 'office-after',
    what: 'the head office is killed after the commit, before a receipt leaves',
    run: async (chain) => {
      await chain.receiptsCame(3);
      chain.tap.swallows = true;
      const { receipts } = chain.tap.crossed();
      const since = Date.now();
      await until('a commit', async () => (await newestUtcMs(chain)) >= since);
      await chain.office.kill();
      const left = chain.tap.crossed().receipts - receipts;
      chain.tap.swallows = false;
      must(left === 0, `${left} receipts reached a box before the head office was killed`);
      chain.mend();
      await chain.office.start();
      return `committed, and ${left} receipts had left`;
    },
  },
  {
    name: 'postgres',
    what: 'PostgreSQL is killed before a commit',
    run: async (chain, changes) => {
      await chain.receiptsCame(3);
      await beforeCommit(chain, () => chain.postgres.kill());
      await chain.madeMore(changes);
      chain.mend();
      await chain.postgres.restart();
      return '';
    },
  },
  {
    name: 'disk-full',
    what: 'the disk of PostgreSQL is full, as far as it says so',
    run: async (chain, changes) => {
      await chain.receiptsCame(3);
      for (const text of FILL) await chain.database.query(text);
      await chain.madeMore(changes);
      const { line } = await chain.first.box.ask('state');
      must(line?.state === 'offline', `the line is ${line?.state}`);
      chain.mend();
      await chain.database.query('DROP FUNCTION full_disk CASCADE');
      return '';
    },
  },
];

/** Calls `kill` while a transaction of the head office has written its rows, and waits to write where the box is. */
async function beforeCommit(chain: Chain, kill: () => Promise<void>): Promise<void> {
  const locking = openDatabase({ url: chain.postgres.url, maxConnections: 1 });
  const work = async (session: { query(text: string): Promise<object[]> }) => {
    await session.query('SELECT id FROM box FOR UPDATE');
    await until('a transaction that waits', async () => {
      const waiting = await chain.database.query(WAITING);
      return waiting.length > 0;
    });
    await kill();
    throw new Error('nothing of this stays');
  };
  await locking.transaction(work).catch(() => undefined);
  await locking.close();
}

/** When the newest batch that is committed was taken. */
async function newestUtcMs(chain: Chain): Promise<number> {
  const [row] = await chain.database.query<{ at: number | null }>(
    'SELECT max(received_utc_ms) AS at FROM box',
  );
  return row?.at ?? 0;
}

const WAITING = `
SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE box SET run%'`;

/** What PostgreSQL answers then: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FILL = [
  `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$`,
  'CREATE TRIGGER full_disk BEFORE INSERT ON class_now EXECUTE FUNCTION full_disk()',
];
