/** Stores samples. What cannot be stored waits in memory; the oldest go when there are too many, and are counted. */

import { join } from 'node:path';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { createQueue } from '../../../runtime/timers.ts';
import { describeFault } from '../faults.ts';
import { makeReserve, type PresentDatabase } from '../folder/presence.ts';
import { DATABASE_FILE, sizeOf } from '../folder/replace.ts';
import { addToStored, appendRows, readStored, type SampleRow } from './samples.ts';

/** How the history is doing, for `/v1/status` and `/health`. */
export interface StorageStatus {
  readonly state: 'ok' | 'failing';
  /** Why it fails; null when it does not. */
  readonly detail: string | null;
  readonly sizeBytes: number;
  readonly samplesStored: number;
  readonly lastWriteUtcMs: number | null;
}

interface SampleWriterParts {
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly writing: PresentDatabase;
  /** Most samples that wait. */
  readonly limit: number;
}

/** Rows of one transaction: some 10 ms, so that a long queue is stored in steps. Chosen here, see the bench. */
const BATCH_ROWS = 5_000;
/** From then on a change that waits is a fault of the storage, ms. Chosen here: seven times the largest import. */
const LONG_WAIT_MS = 30_000;
const LONG_WAIT = `a change has waited more than ${LONG_WAIT_MS / 1000} s to be stored`;

export function createSampleWriter({ dir, clock, log, writing, limit }: SampleWriterParts) {
  const inTurn = createQueue();
  let waiting: SampleRow[] = [];
  let dropped = 0;
  let fault: string | null = null;
  let samplesStored = 0;
  let sizeBytes = 0;
  let lastWriteUtcMs: number | null = null;

  /** A tenth at a time: cutting one off the front for each that comes would copy the whole queue every time. */
  const keep = (rows: SampleRow[]) => {
    const excess = rows.length > limit * 1.1 ? rows.length - limit : 0;
    dropped += excess;
    waiting = excess === 0 ? rows : rows.slice(excess);
  };
  /** The log comes and goes with the connections; without one there is nothing to add. */
  const measureBytes = async () => {
    const sizes = ['', '-wal'].map((end) => sizeOf(join(dir, `${DATABASE_FILE}${end}`)));
    sizeBytes = (await Promise.all(sizes)).reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0);
  };
  /**
   * A change that changes nothing: whether there is space, and the right to write. The log is cut first: it keeps the
   * length of what was rolled back, and of a small disk that may be all.
   */
  const tryWrite = async () => {
    await writing.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    await writing.transaction((session) => addToStored(session, 0));
  };
  const storeAll = async () => {
    const away = await writing.fault();
    if (away !== null) throw away;
    const isRecovering = fault !== null;
    if (isRecovering) await tryWrite();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_ROWS);
      waiting = waiting.slice(BATCH_ROWS);
      try {
        samplesStored += await appendRows(writing, batch);
      } catch (error) {
        keep([...batch, ...waiting]);
        throw error;
      }
      lastWriteUtcMs = clock.nowUtcMs();
      await measureBytes();
    }
    if (isRecovering) await makeReserve(dir);
  };
  /** Says each change once, not each failed attempt. */
  const isFailing = (error: unknown) => {
    const reason = describeFault(error);
    if (reason !== fault) log.error('storage_failing', { reason });
    fault = reason;
  };
  return {
    isFailing,
    tryWrite,
    append: (rows: readonly SampleRow[]): void => {
      waiting.push(...rows);
      keep(waiting);
    },
    /** See `History.flush`. */
    flush: (): Promise<boolean> =>
      inTurn(async () => {
        try {
          const full = writing.takeFull();
          if (full !== null) isFailing(full);
          await storeAll();
          if (fault !== null) log.info('storage_recovered', { dropped });
          fault = null;
          return true;
        } catch (error) {
          isFailing(error);
          return false;
        }
      }),
    /** Asks the database and the disk for {@link StorageStatus}. */
    measure: async (): Promise<void> => {
      samplesStored = await readStored(writing);
      await measureBytes();
    },
    status: (): StorageStatus => {
      const sizes = { sizeBytes, samplesStored, lastWriteUtcMs };
      const why = fault ?? (writing.longestWaitMs() >= LONG_WAIT_MS ? LONG_WAIT : null);
      if (why === null) return { state: 'ok', detail: null, ...sizes };
      const lost = `${waiting.length} samples wait in memory, ${dropped} were lost`;
      return { state: 'failing', detail: `${why}; ${lost}`, ...sizes };
    },
    totals: () => ({ pending: waiting.length, dropped }),
  };
}
