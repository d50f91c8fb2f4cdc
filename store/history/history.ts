/**
 * The history of counts: samples in, samples and minutes out; next to them the classes. One writer in the whole system,
 * the owner of the data folder (`folder/lock.ts`); any number of readers.
 *
 * A disk that fails is a state, not an exception: samples wait in memory, the oldest go when there are too many, and
 * everything that could be stored is stored once the disk works again.
 */

import type { Clock } from '../../runtime/clock.ts';
import { type AccessStore, createAccessStore } from './access.ts';
import { type ClassReads, createClassReads } from './classes/reads.ts';
import { type ClassStore, createClassStore } from './classes/store.ts';
import { tidyChange } from './classes/versions.ts';
import type { Database } from './database.ts';
import { createDeliveryStore, type DeliveryStore } from './deliveries.ts';
import {
  createEmptyRoomReads,
  createEmptyRoomStore,
  type EmptyRoomReads,
  type EmptyRoomStore,
} from './empty-rooms.ts';
import { withReason } from './faults.ts';
import { makeReserve, type PresentDatabase, whilePresent } from './folder/presence.ts';
import { type OpenFolderOptions, openForReading, openForWriting } from './open.ts';
import { createOutboxStore, type OutboxStore } from './outbox.ts';
import { createPurge, type PurgeResult, type Retention } from './samples/purge.ts';
import { SampleWriter, type StorageStatus } from './samples/sample-writer.ts';
import {
  createReads,
  type HistoryReads,
  readStored,
  type StoredSample,
  toRow,
} from './samples/samples.ts';

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
  /** What each camera sees in its empty room. */
  readonly emptyRooms: EmptyRoomStore;
  /** Keys, tokens and browsers, and who changed what. */
  readonly access: AccessStore;
  /** What gyms that have joined a head office have to send. */
  readonly outbox: OutboxStore;
  /** What goes out to the channels of gyms. */
  readonly deliveries: DeliveryStore;
  /** Stores what waits, if it can, and closes. Nothing else may be called afterwards. */
  close(): Promise<void>;
}

const PENDING_LIMIT = 50_000;

/**
 * Opens the history in `dir`, creating both. The caller owns the folder's lock. Rejects with `data_unusable`,
 * `data_newer`.
 */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const { dir, clock, log } = options;
  const { writing, reading } = await openBoth(options);
  const purge = createPurge(writing, clock);
  const limit = options.pendingLimit ?? PENDING_LIMIT;
  const writer = new SampleWriter({ dir, clock, log, writing, limit });
  await writer.measure();
  const isFailing = (error: unknown) => writer.isFailing(error);
  // A disk may have been full before the start.
  await writer.tryWrite().catch(isFailing);
  await makeReserve(dir, log);
  await tidyChange(writing).catch(isFailing);
  const { classes, idle } = createClassStore(writing, reading, clock);

  const closeAll = async () => {
    await idle();
    await writer.flush();
    const away = await writing.fault();
    // SQLite deletes its log by name when it closes: in another folder's place that would be the log of that one.
    if (away?.code.endsWith('_REPLACED') === true) return;
    await reading.close();
    await writing.close();
    if (away === null) await makeReserve(dir);
  };
  let closing: Promise<void> | undefined;

  return {
    dir,
    ...createReads(reading),
    classes,
    emptyRooms: createEmptyRoomStore(writing, reading),
    access: createAccessStore(writing, reading),
    outbox: createOutboxStore(writing, reading),
    deliveries: createDeliveryStore(writing, reading),
    append: (cameraId, samples) => writer.append(samples.map((sample) => toRow(cameraId, sample))),
    flush: () => writer.flush(),
    purge: async (retention) => {
      const result = await purge(retention);
      await writer.measure();
      return result;
    },
    status: () => writer.status(),
    totals: () => writer.totals(),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** A history that another process may own. */
export interface HistoryBeside extends HistoryReads {
  readonly classes: ClassReads;
  readonly emptyRooms: EmptyRoomReads;
  samplesStored(): Promise<number>;
  close(): Promise<void>;
}

/** Only the questions, over a folder that this process does not own. Rejects with `data_unusable`, `data_newer`. */
export async function openHistoryForReading(dir: string): Promise<HistoryBeside> {
  const database = await openForReading(dir);
  return {
    ...createReads(database),
    classes: createClassReads(database),
    emptyRooms: createEmptyRoomReads(database),
    samplesStored: () => readStored(database),
    close: () => database.close(),
  };
}

/** Two connections, so that a long question never holds up the writer. */
async function openBoth(
  options: HistoryOptions,
): Promise<{ readonly writing: PresentDatabase; readonly reading: Database }> {
  const { dir, clock } = options;
  const database = await openForWriting(options);
  try {
    const writing = await withReason(dir, () => whilePresent(database, dir, clock));
    return { writing, reading: await openForReading(dir) };
  } catch (error) {
    await database.close();
    throw error;
  }
}
