/** Looks at a head office now and again, so that `/health` and `/metrics` cost no statement. */

import type { Clock } from '../runtime/clock.ts';
import { delay, every } from '../runtime/timers.ts';
import type { ChainCounts, OfficeStatus } from '../service/status.ts';
import type { Database } from './database/database.ts';
import type { ChainGyms } from './gyms/chain-gyms.ts';
import type { Sync } from './sync/sync.ts';

interface OfficeWatchParts {
  readonly database: Database;
  readonly sync: Pick<Sync, 'figures'>;
  readonly gyms: Pick<ChainGyms, 'figures'>;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

/** Chosen here: a probe of `/health` sees within seconds that the database is away. */
const EVERY_MS = 5_000;
/** How long it may take to answer, ms. Chosen here. */
const ANSWER_MS = 3_000;
const SILENT_MS = 15 * 60_000;
/** About what a class takes in memory with what reports keep with it: see `gyms/chain-gyms.ts`. */
const CLASS_BYTES = 2_000;

export type OfficeWatch = ReturnType<typeof watchOffice>;

export function watchOffice({ database, sync, gyms, clock }: OfficeWatchParts) {
  /** It has answered before there is a watch. */
  let isDatabaseUp = true;
  /** A database that is frozen never answers: it is asked once. */
  let asking: Promise<ChainCounts | null> | null = null;
  let chain: ChainCounts | null = null;
  const count = async (): Promise<ChainCounts> => {
    const [row] = await database.query<CountsRow>(COUNTS, [clock.nowUtcMs() - SILENT_MS]);
    if (row === undefined) throw new Error('no counts');
    const { sending, silent, never, shutOut, ...others } = row;
    return { gyms: { sending, silent, never, shut_out: shutOut }, ...others };
  };
  const look = async (): Promise<void> => {
    asking ??= count()
      .catch(() => null)
      .finally(() => {
        asking = null;
      });
    const done = new AbortController();
    const late = delay(ANSWER_MS, done.signal).then(() => null);
    chain = await Promise.race([asking, late]);
    isDatabaseUp = chain !== null;
    done.abort();
  };
  return {
    look,
    /** Resolves once it is stopped. Never rejects: what cannot be asked is unknown. */
    run: (signal: AbortSignal): Promise<void> => {
      void look();
      return every({ periodMs: EVERY_MS, signal, onError: () => undefined }, look);
    },
    isDatabaseUp: () => isDatabaseUp,
    status: (): OfficeStatus => {
      const { gyms: inMemory, sessions, hits, reads } = gyms.figures();
      const views = { gyms: inMemory, bytes: sessions * CLASS_BYTES, hits, reads };
      const connections = database.figures();
      return { isDatabaseUp, chain, sync: sync.figures(), connections, views };
    },
  };
}

type CountsRow = Omit<ChainCounts, 'gyms'> &
  Readonly<Record<'sending' | 'silent' | 'never' | 'shutOut', number>>;

const COUNTS = `SELECT
  count(*) FILTER (WHERE has_box AND received >= $1::bigint) AS sending,
  count(*) FILTER (WHERE has_box AND received < $1::bigint) AS silent,
  count(*) FILTER (WHERE received IS NULL) AS never,
  count(*) FILTER (WHERE received IS NOT NULL AND NOT has_box) AS "shutOut",
  min(received) FILTER (WHERE has_box) AS "oldestReceiptUtcMs",
  max(received) FILTER (WHERE has_box) AS "newestReceiptUtcMs"
FROM (
  SELECT max(b.received_utc_ms) AS received, count(b.id) FILTER (WHERE b.revoked_utc_ms IS NULL) > 0 AS has_box
  FROM gym g LEFT JOIN box b ON b.gym = g.key GROUP BY g.key
) gyms`;
