/**
 * The history of counts: samples in, samples and minutes out; beside them the classes. One writer in the whole system,
 * the owner of the data folder (`lock.ts`); any number of readers.
 *
 * A disk that fails is a state, not an exception: samples wait in memory, the oldest go when there are too many, and
 * everything that could be kept is stored once the disk is well again.
 */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { StorageStatus } from '../status.ts';
import type { AccessStore } from './access/access-store.ts';
import type { GrantStore } from './access/grant-store.ts';
import { createGrantStore } from './access/grants.ts';
import { createAccessStore } from './access/store.ts';
import { appendRows, readStored } from './append.ts';
import type { ClassReads, ClassStore } from './classes/class-store.ts';
import { createClassReads } from './classes/reads.ts';
import { createClassStore } from './classes/store.ts';
import { createTurns, type Database } from './database.ts';
import {
  DATABASE_FILE,
  describeFault,
  type OpenFolderOptions,
  openForReading,
  openForWriting,
} from './open.ts';
import { createPending } from './pending.ts';
import { createPurge, type PurgeResult, type Retention } from './purge.ts';
import { createReads, type HistoryReads } from './reads.ts';
import { type StoredSample, toRow } from './rows.ts';

export interface HistoryOptions extends OpenFolderOptions {
  readonly clock: Clock;
  /** Most samples that wait in memory while the disk fails; default 50,000 (some 10 MB, hours of 24 cameras). */
  readonly pendingLimit?: number;
}

export interface HistoryTotals {
  /** Samples that wait to be stored. */
  readonly pending: number;
  /** Samples lost since the start because too many waited. */
  readonly dropped: number;
}

export interface History extends HistoryReads {
  /** The data folder: another thread can read the history there, see {@link openHistoryForReading}. */
  readonly dir: string;
  /**
   * Takes samples to be stored by the next flush; never waits. The same camera and time a second time is ignored, and
   * samples may come in any order. Throws `internal_error` for a sample with figures that are none.
   */
  append(cameraId: string, samples: readonly StoredSample[]): void;
  /**
   * Stores all that was appended before the call. Never rejects for a failing disk.
   *
   * @returns whether everything is stored; when not, `status()` says why and the samples wait.
   */
  flush(): Promise<boolean>;
  /** Deletes what is too old. Rejects with SQLite's error when the disk fails; the rest is deleted the next time. */
  purge(retention: Retention): Promise<PurgeResult>;
  /** From memory: costs nothing. `sizeBytes` is as of the last write or purge. */
  status(): StorageStatus;
  totals(): HistoryTotals;
  /** Classes, what was booked, and who was there. */
  readonly classes: ClassStore;
  /** Keys, and who changed what. */
  readonly access: AccessStore;
  /** What was allowed to MCP clients, and which of them registered. */
  readonly grants: GrantStore;
  /** Stores what waits, if it can, and closes. Nothing else may be called afterwards. */
  close(): Promise<void>;
}

const PENDING_LIMIT = 50_000;
/** Rows of one transaction: some 10 ms, so that a long queue is stored in steps. Chosen here, see the bench. */
const BATCH_ROWS = 5_000;

/**
 * Opens the history in `dir`, creating both. The caller owns the folder's lock. Rejects with `data_unusable`,
 * `data_newer`.
 */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const { dir, clock, log } = options;
  const { writing, reading } = await openBoth(options);
  const pending = createPending(options.pendingLimit ?? PENDING_LIMIT);
  const condition = createCondition(log);
  const purge = createPurge(writing, clock);
  const inTurn = createTurns();
  let samplesStored = await writing.exclusive(readStored);
  let sizeBytes = await sizeOf(dir);
  let lastWriteUtcMs: number | null = null;

  const storeBatch = async () => {
    const batch = pending.take(BATCH_ROWS);
    try {
      samplesStored += await appendRows(writing, batch);
    } catch (error) {
      pending.restore(batch);
      throw error;
    }
    lastWriteUtcMs = clock.nowUtcMs();
    sizeBytes = await sizeOf(dir);
  };
  const flush = () =>
    inTurn(async () => {
      try {
        while (pending.size() > 0) {
          await storeBatch();
        }
        condition.isWell(pending.dropped());
        return true;
      } catch (error) {
        condition.isFailing(error);
        return false;
      }
    });

  const closeAll = async () => {
    await flush();
    await reading.close();
    await writing.close();
  };
  let closing: Promise<void> | undefined;

  return {
    dir,
    ...createReads(reading),
    classes: createClassStore({ writing, reading, clock }),
    access: createAccessStore({ writing, reading }),
    grants: createGrantStore(writing),
    append: (cameraId, samples) => {
      for (const row of samples.map((sample) => toRow(cameraId, sample))) {
        pending.push(row);
      }
    },
    flush,
    purge: async (retention) => {
      const result = await purge(retention);
      samplesStored = await writing.exclusive(readStored);
      sizeBytes = await sizeOf(dir);
      return result;
    },
    status: () => ({
      state: condition.fault() === null ? 'ok' : 'failing',
      detail: detailOf(condition.fault(), pending.size(), pending.dropped()),
      sizeBytes,
      samplesStored,
      lastWriteUtcMs,
    }),
    totals: () => ({ pending: pending.size(), dropped: pending.dropped() }),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** A history that another process may own. */
export interface HistoryBeside extends HistoryReads {
  readonly classes: ClassReads;
  samplesStored(): Promise<number>;
  close(): Promise<void>;
}

/** Only the questions, over a folder that this process does not own. Rejects with `data_unusable`, `data_newer`. */
export async function openHistoryForReading(dir: string): Promise<HistoryBeside> {
  const database = await openForReading(dir);
  return {
    ...createReads(database),
    classes: createClassReads(database),
    samplesStored: () => database.exclusive(readStored),
    close: () => database.close(),
  };
}

/** Two connections, so that a long question never holds up the writer. */
async function openBoth(
  options: OpenFolderOptions,
): Promise<{ readonly writing: Database; readonly reading: Database }> {
  const writing = await openForWriting(options);
  try {
    return { writing, reading: await openForReading(options.dir) };
  } catch (error) {
    await writing.close();
    throw error;
  }
}

interface Condition {
  /** What is wrong; null when nothing is. */
  fault(): string | null;
  isWell(dropped: number): void;
  isFailing(error: unknown): void;
}

/** Says each change once, not each failed attempt. */
function createCondition(log: Log): Condition {
  let fault: string | null = null;
  return {
    fault: () => fault,
    isWell: (dropped) => {
      if (fault !== null) {
        log.info('storage_recovered', { dropped });
        fault = null;
      }
    },
    isFailing: (error) => {
      const reason = describeFault(error);
      if (reason !== fault) {
        log.error('storage_failing', { reason });
        fault = reason;
      }
    },
  };
}

function detailOf(fault: string | null, pending: number, dropped: number): string | null {
  return fault === null
    ? null
    : `${fault}; ${pending} samples wait in memory, ${dropped} were lost`;
}

async function sizeOf(dir: string): Promise<number> {
  const sizes = await Promise.all(
    ['', '-wal'].map(async (suffix) => {
      try {
        return (await stat(join(dir, `${DATABASE_FILE}${suffix}`))).size;
      } catch (error) {
        // The log comes and goes with the connections; without one there is nothing to add.
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          return 0;
        }
        throw error;
      }
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
