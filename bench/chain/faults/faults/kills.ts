/** `kill -9` of each part, and a broker that has lost its store. */

import { openDatabase } from '../../../../hq/database/database.ts';
import { type Fault, must } from '../fault.ts';
import type { Chain } from '../support/chain.ts';
import { until } from '../support/until.ts';

export const KILLS: readonly Fault[] = [
  {
    name: 'box',
    what: 'a box is killed while it sends, again and again',
    run: async (chain, { isShort }) => {
      const kills = isShort ? 2 : 10;
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
    name: 'broker',
    what: 'the broker is killed',
    isLong: true,
    run: async (chain, { changes }) => {
      await chain.receiptsCame(3);
      await chain.broker.kill();
      await chain.madeMore(changes);
      chain.mend();
      await chain.broker.restart();
      return '';
    },
  },
  {
    name: 'broker-store',
    what: 'the broker is killed, and its store deleted',
    isLong: true,
    run: async (chain, { changes }) => {
      await chain.receiptsCame(3);
      await chain.broker.kill();
      await chain.madeMore(changes);
      chain.mend();
      await chain.broker.restart(true);
      return '';
    },
  },
  {
    name: 'ingester-before',
    what: 'the head office is killed before the commit, with all written',
    isLong: true,
    run: async (chain) => {
      await chain.receiptsCame(3);
      await beforeCommit(chain, () => chain.office.kill());
      chain.mend();
      await chain.office.start();
      return '';
    },
  },
  {
    name: 'ingester-after',
    what: 'the head office is killed after the commit, before a receipt leaves',
    isLong: true,
    run: async (chain) => {
      await chain.receiptsCame(3);
      // What it sends once it has batches stays on the way: the commit goes to PostgreSQL past this line.
      const mutedUtcMs = await chain.officeLine.muteAfter('up.v1.');
      const { receipts } = chain.tap.crossed();
      await until('a commit', async () => (await newestUtcMs(chain)) >= mutedUtcMs);
      await chain.office.kill();
      const left = chain.tap.crossed().receipts - receipts;
      must(left === 0, `${left} receipts left the head office before it was killed`);
      chain.officeLine.open();
      chain.mend();
      await chain.office.start();
      return `committed, and ${left} receipts had left`;
    },
  },
  {
    name: 'postgres',
    what: 'PostgreSQL is killed before a commit',
    isLong: true,
    run: async (chain, { changes }) => {
      await chain.receiptsCame(3);
      await beforeCommit(chain, () => chain.postgres.kill());
      await chain.madeMore(changes);
      chain.mend();
      await chain.postgres.restart();
      return '';
    },
  },
];

/** Calls `kill` while a transaction of the head office has written its rows, and waits to write its cursors. */
async function beforeCommit(chain: Chain, kill: () => Promise<void>): Promise<void> {
  const locking = openDatabase({ url: chain.postgres.url, maxConnections: 1 });
  const work = async (session: { query(text: string): Promise<object[]> }) => {
    await session.query('SELECT gym FROM gym_cursor FOR UPDATE');
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
    'SELECT max(received_utc_ms) AS at FROM gym_cursor',
  );
  return row?.at ?? 0;
}

const WAITING = `
SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO gym_cursor%'`;
