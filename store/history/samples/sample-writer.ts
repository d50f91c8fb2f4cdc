/** Stores samples. What cannot be stored waits in memory; the oldest go when there are too many, and are counted. */

import { join } from 'node:path';
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log/log.ts';
import { createTurns } from '../../../runtime/timers.ts';
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

export interface SampleWriterParts {
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

export class SampleWriter {
  readonly #parts: SampleWriterParts;
  readonly #inTurn = createTurns();
  #waiting: SampleRow[] = [];
  #dropped = 0;
  #fault: string | null = null;
  #samplesStored = 0;
  #sizeBytes = 0;
  #lastWriteUtcMs: number | null = null;

  constructor(parts: SampleWriterParts) {
    this.#parts = parts;
  }

  append(rows: readonly SampleRow[]): void {
    this.#waiting.push(...rows);
    this.#keep(this.#waiting);
  }

  /** See `History.flush`. */
  flush(): Promise<boolean> {
    return this.#inTurn(async () => {
      try {
        await this.#storeAll();
        if (this.#fault !== null) {
          this.#parts.log.info('storage_recovered', { dropped: this.#dropped });
          this.#fault = null;
        }
        return true;
      } catch (error) {
        this.isFailing(error);
        return false;
      }
    });
  }

  /** Says each change once, not each failed attempt. */
  isFailing(error: unknown): void {
    const reason = describeFault(error);
    if (reason === this.#fault) return;
    this.#parts.log.error('storage_failing', { reason });
    this.#fault = reason;
  }

  /** Asks the database and the disk for {@link status}. */
  async measure(): Promise<void> {
    this.#samplesStored = await readStored(this.#parts.writing);
    this.#sizeBytes = await bytesOf(this.#parts.dir);
  }

  /** A change that changes nothing: whether there is space, and the right to write. */
  tryWrite(): Promise<void> {
    return this.#parts.writing.transaction((session) => addToStored(session, 0));
  }

  status(): StorageStatus {
    const isLong = this.#parts.writing.longestWaitMs() >= LONG_WAIT_MS;
    const fault = this.#fault ?? (isLong ? LONG_WAIT : null);
    const lost = `${this.#waiting.length} samples wait in memory, ${this.#dropped} were lost`;
    return {
      state: fault === null ? 'ok' : 'failing',
      detail: fault === null ? null : `${fault}; ${lost}`,
      sizeBytes: this.#sizeBytes,
      samplesStored: this.#samplesStored,
      lastWriteUtcMs: this.#lastWriteUtcMs,
    };
  }

  totals() {
    return { pending: this.#waiting.length, dropped: this.#dropped };
  }

  async #storeAll(): Promise<void> {
    const { dir, writing } = this.#parts;
    const away = await writing.fault();
    if (away !== null) throw away;
    const isRecovering = this.#fault !== null;
    if (isRecovering && this.#waiting.length === 0) await this.tryWrite();
    while (this.#waiting.length > 0) await this.#storeBatch();
    if (isRecovering) await makeReserve(dir);
  }

  async #storeBatch(): Promise<void> {
    const { dir, clock, writing } = this.#parts;
    const batch = this.#waiting.slice(0, BATCH_ROWS);
    this.#waiting = this.#waiting.slice(BATCH_ROWS);
    try {
      this.#samplesStored += await appendRows(writing, batch);
    } catch (error) {
      this.#keep([...batch, ...this.#waiting]);
      throw error;
    }
    this.#lastWriteUtcMs = clock.nowUtcMs();
    this.#sizeBytes = await bytesOf(dir);
  }

  /** A tenth at a time: cutting one off the front for each that comes would copy the whole queue every time. */
  #keep(rows: SampleRow[]): void {
    const { limit } = this.#parts;
    const excess = rows.length > limit * 1.1 ? rows.length - limit : 0;
    this.#dropped += excess;
    this.#waiting = excess === 0 ? rows : rows.slice(excess);
  }
}

async function bytesOf(dir: string): Promise<number> {
  // The log comes and goes with the connections; without one there is nothing to add.
  const [database, log] = await Promise.all(
    ['', '-wal'].map((suffix) => sizeOf(join(dir, `${DATABASE_FILE}${suffix}`))),
  );
  return (database ?? 0) + (log ?? 0);
}
