/**
 * Batches into rows. All that comes together goes into one transaction: rows, the sums of the days they touch, the cursor of
 * each gym and the notice that it changed. Receipts are made of what was committed, and of nothing else.
 *
 * ```text
 *  messages ─▶ opened ─▶ gyms locked ─▶ newest state of each row ─▶ upsert WHERE newer ─▶ days, cursors ─▶ COMMIT ─▶ receipts
 *                 └─▶ parked: unreadable, newer, foreign, refused
 * ```
 */

import type { Receipt } from '../../chain/messages/receipt.ts';
import { isTurnoutError, messageOf } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Database } from '../database/database.ts';
import { type Applied, apply } from './apply.ts';
import { type Incoming, type Opened, open, parked } from './opened.ts';

export interface IngesterParts {
  readonly database: Database;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
  readonly log: Log;
  /** Called when all is written and before it is committed. Only tests of faults give one. */
  readonly beforeCommit?: () => Promise<void>;
}

/** Since the start. */
export interface IngestFigures {
  readonly messages: number;
  readonly changes: number;
  readonly receipts: number;
  /** Messages and changes that were put aside. */
  readonly parked: number;
}

export class Ingester {
  readonly #parts: IngesterParts;
  #figures: IngestFigures = { messages: 0, changes: 0, receipts: 0, parked: 0 };

  constructor(parts: IngesterParts) {
    this.#parts = parts;
  }

  figures(): IngestFigures {
    return this.#figures;
  }

  /**
   * Takes messages. Where the database refuses one of them, that one is put aside and the others are taken.
   *
   * @returns for each message its receipt; null for one that was put aside. Rejects with `database_unusable`: then nothing
   * was taken, or it is not known, and all may be given again.
   */
  async take(messages: readonly Incoming[]): Promise<readonly (Receipt | null)[]> {
    try {
      return await this.#commit(messages.map((message) => [message, open(message)]));
    } catch (error) {
      if (isTurnoutError(error, 'database_unusable')) throw error;
      const detail = messageOf(error);
      this.#parts.log.error('ingest_refused', { messages: messages.length, detail });
      const [only] = messages;
      if (only !== undefined && messages.length === 1) {
        return this.#commit([[only, parked('refused', detail)]]);
      }
      const receipts: (Receipt | null)[] = [];
      for (const message of messages) receipts.push(...(await this.take([message])));
      return receipts;
    }
  }

  async #commit(
    messages: readonly (readonly [Incoming, Opened])[],
  ): Promise<readonly (Receipt | null)[]> {
    const { database, clock, log, beforeCommit } = this.#parts;
    const applied = await database.transaction(async (session): Promise<Applied> => {
      const done = await apply(session, messages, clock.nowUtcMs());
      await beforeCommit?.();
      return done;
    });
    const { changes, parked: aside } = applied;
    const before = this.#figures;
    this.#figures = {
      messages: before.messages + messages.length,
      changes: before.changes + changes,
      receipts: before.receipts + applied.receipts.filter((one) => one !== null).length,
      parked: before.parked + aside,
    };
    if (aside > 0) log.warn('messages_parked', { count: aside });
    return applied.receipts;
  }
}
