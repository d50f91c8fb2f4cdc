/**
 * The history of counts: samples in, samples and minutes out; next to them the classes. One writer in the whole system,
 * the owner of the data folder (`folder/lock.ts`); any number of readers.
 *
 * A disk that fails is a state, not an exception: samples wait in memory, the oldest go when there are too many, and
 * everything that could be stored is stored once the disk works again.
 */

import type { Clock } from '../../runtime/clock.ts';
import { createAccessStore } from './access.ts';
import { createClassReads } from './classes/reads.ts';
import { createClassStore } from './classes/store.ts';
import { tidyChange } from './classes/versions.ts';
import { createDeliveryStore } from './deliveries.ts';
import { createEmptyRoomStore } from './empty-rooms.ts';
import { withReason } from './faults.ts';
import { makeReserve, whilePresent } from './folder/presence.ts';
import { type OpenFolderOptions, openForReading, openForWriting } from './open.ts';
import { createOutboxStore } from './outbox.ts';
import { createPurge, type Retention } from './samples/purge.ts';
import { createSampleWriter } from './samples/sample-writer.ts';
import { createReads, readStored, type StoredSample, toRow } from './samples/samples.ts';

export interface HistoryOptions extends OpenFolderOptions {
  readonly clock: Clock;
  /** Most samples that wait in memory while the disk fails; default 50,000 (some 10 MB, hours of 24 cameras). */
  readonly pendingLimit?: number;
}

/** A history that this process owns. */
export type History = Awaited<ReturnType<typeof openHistory>>;

const PENDING_LIMIT = 50_000;

/**
 * Opens the history in `dir`, creating both. The caller owns the folder's lock. Rejects with `data_unusable`,
 * `data_newer`.
 */
export async function openHistory(options: HistoryOptions) {
  const { dir, clock, log, pendingLimit: limit = PENDING_LIMIT } = options;
  const { writing, reading } = await openBoth(options);
  const purge = createPurge(writing, clock);
  const writer = createSampleWriter({ dir, clock, log, writing, limit });
  await writer.measure();
  // A disk may have been full before the start.
  await writer.tryWrite().catch(writer.isFailing);
  await makeReserve(dir, log);
  await tidyChange(writing).catch(writer.isFailing);
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
    /** The data folder: another thread can read the history there, see {@link openHistoryForReading}. */
    dir,
    ...createReads(reading),
    /** Classes, what was booked, and who was there. */
    classes,
    /** What each camera sees in its empty room. */
    emptyRooms: createEmptyRoomStore(writing, reading),
    /** Keys, tokens and browsers, and who changed what. */
    access: createAccessStore(writing, reading),
    /** What gyms that have joined a head office have to send. */
    outbox: createOutboxStore(writing, reading),
    /** What goes out to the channels of gyms. */
    deliveries: createDeliveryStore(writing, reading),
    /**
     * Takes samples to be stored by the next flush; never waits. The same camera and time a second time is ignored, and
     * samples may come in any order. Throws `internal_error` for a sample with figures that are none.
     */
    append: (cameraId: string, samples: readonly StoredSample[]) =>
      writer.append(samples.map((sample) => toRow(cameraId, sample))),
    /**
     * Stores all that was appended before the call. Never rejects for a failing disk.
     *
     * @returns whether everything is stored; when not, `status()` says why and the samples wait.
     */
    flush: writer.flush,
    /** Deletes what is too old. Rejects with SQLite's error when the disk fails; the rest is deleted the next time. */
    purge: async (retention: Retention) => {
      await purge(retention);
      await writer.measure();
    },
    /** From memory: costs nothing. `sizeBytes` is as of the last write or purge. */
    status: writer.status,
    totals: writer.totals,
    /** Stores what waits, if it can, and closes. Nothing else may be called afterwards. */
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

/** A history that another process may own. */
export type ReadOnlyHistory = Awaited<ReturnType<typeof openHistoryForReading>>;

/** Only the questions, over a folder that this process does not own. Rejects with `data_unusable`, `data_newer`. */
export async function openHistoryForReading(dir: string) {
  const database = await openForReading(dir);
  return {
    ...createReads(database),
    classes: createClassReads(database),
    samplesStored: () => readStored(database),
    close: () => database.close(),
  };
}

/** Two connections, so that a long question never holds up the writer. */
async function openBoth(options: HistoryOptions) {
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
