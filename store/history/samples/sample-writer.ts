/**
 * Stores samples: in the database, or, while something long holds it, in the journal first. What can be stored nowhere
 * waits in memory.
 */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../../runtime/clock.ts';
import { delay } from '../../../runtime/timers.ts';
import { createTurns } from '../../../runtime/turns.ts';
import type { Database } from '../database.ts';
import type { Condition } from '../folder/condition.ts';
import { DATABASE_FILE } from '../folder/files.ts';
import type { Presence } from '../folder/presence.ts';
import { makeReserve } from '../folder/reserve.ts';
import type { StorageStatus } from '../folder/storage-status.ts';
import { addToStored, appendRows, readStored } from './append.ts';
import type { Journal } from './journal.ts';
import type { Pending } from './pending.ts';
import type { SampleRow } from './rows.ts';

export interface SampleWriterParts {
  readonly dir: string;
  readonly clock: Clock;
  readonly writing: Database;
  readonly presence: Presence;
  readonly journal: Journal;
  readonly condition: Condition;
  readonly pending: Pending;
}

/** Rows of one transaction: some 10 ms, so that a long queue is stored in steps. Chosen here, see the bench. */
const BATCH_ROWS = 5_000;
/** How long samples wait for others who use the database, ms: a fifth of the second that a crash may cost. */
const PATIENCE_MS = 200;

/** A writer that has tried whether it can write, and takes over what the journal has left. */
export async function createSampleWriter(parts: SampleWriterParts): Promise<SampleWriter> {
  const writer = new SampleWriter(parts);
  await writer.measure();
  for (const row of parts.journal.left) parts.pending.push(row);
  // A disk may have been full before the start.
  await tryWrite(parts.writing).catch(parts.condition.isFailing);
  return writer;
}

export class SampleWriter {
  readonly #parts: SampleWriterParts;
  readonly #inTurn = createTurns();
  #samplesStored = 0;
  #sizeBytes = 0;
  #lastWriteUtcMs: number | null = null;
  /** Appended, and neither in the database nor in the journal. */
  #fresh: SampleRow[] = [];
  #storing: Promise<boolean> | null = null;

  constructor(parts: SampleWriterParts) {
    this.#parts = parts;
  }

  append(rows: readonly SampleRow[]): void {
    for (const row of rows) {
      this.#parts.pending.push(row);
      this.#fresh.push(row);
    }
  }

  /** See `History.flush`. */
  flush(): Promise<boolean> {
    const { condition, pending } = this.#parts;
    return this.#inTurn(async () => {
      try {
        await this.#storeAll();
        condition.isWell(pending.dropped());
        return true;
      } catch (error) {
        condition.isFailing(error);
        return false;
      }
    });
  }

  /** See `History.secure`. */
  async secure(): Promise<void> {
    this.#storing ??= this.flush().finally(() => {
      this.#storing = null;
    });
    const isStored = await Promise.race([this.#storing, delay(PATIENCE_MS).then(() => false)]);
    if (isStored || this.#fresh.length === 0) return;
    const rows = this.#fresh;
    this.#fresh = [];
    const { presence, journal } = this.#parts;
    // Nothing goes into a folder that is not ours. Where the disk has no room for it either, the rows wait in memory.
    if ((await presence.fault()) === null) await journal.add(rows).catch(() => undefined);
  }

  /** Asks the database and the disk for {@link figures}. */
  async measure(): Promise<void> {
    this.#samplesStored = await this.#parts.writing.exclusive(readStored);
    this.#sizeBytes = await sizeOf(this.#parts.dir);
  }

  figures(): Pick<StorageStatus, 'sizeBytes' | 'samplesStored' | 'lastWriteUtcMs'> {
    return {
      sizeBytes: this.#sizeBytes,
      samplesStored: this.#samplesStored,
      lastWriteUtcMs: this.#lastWriteUtcMs,
    };
  }

  async #storeAll(): Promise<void> {
    const { dir, presence, condition, pending, writing, journal } = this.#parts;
    const away = await presence.fault();
    if (away !== null) throw away;
    const isRecovering = condition.fault() !== null;
    if (isRecovering && pending.size() === 0) await tryWrite(writing);
    while (pending.size() > 0) {
      await this.#storeBatch();
    }
    this.#fresh = [];
    // What cannot be deleted now is ignored when it is read again: it is stored.
    await journal.clear().catch(() => undefined);
    if (isRecovering) await makeReserve(dir);
  }

  async #storeBatch(): Promise<void> {
    const { dir, clock, pending, writing } = this.#parts;
    const batch = pending.take(BATCH_ROWS);
    try {
      this.#samplesStored += await appendRows(writing, batch);
    } catch (error) {
      pending.restore(batch);
      throw error;
    }
    this.#lastWriteUtcMs = clock.nowUtcMs();
    this.#sizeBytes = await sizeOf(dir);
  }
}

/** A change that changes nothing: whether there is space, and the right to write. */
function tryWrite(database: Database): Promise<void> {
  return database.transaction((session) => addToStored(session, 0));
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
