/** Listens to the line as the head office may, and counts what crosses it: in bounded batches, and what more than once. */

import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { decode } from '../../../../chain/codec.ts';
import { type AnyBatch, BATCH } from '../../../../chain/messages/batch.ts';
import { subjectsOf, UP_SUBJECTS } from '../../../../chain/messages/subjects.ts';
import { type LineKeys, officePass } from '../../../../hq/line/line-keys.ts';

export interface Crossed {
  readonly batches: number;
  readonly changes: number;
  /** Changes that had crossed before, at the same revision in the same epoch. */
  readonly again: number;
  /** Of the largest batch. */
  readonly maxChanges: number;
  /** Batches whose box did not trust its clock. */
  readonly unsure: number;
  /** Changes with a lower revision than one of the same row and epoch that had crossed before. */
  readonly reordered: number;
  readonly receipts: number;
}

const NOTHING: Crossed = {
  batches: 0,
  changes: 0,
  again: 0,
  maxChanges: 0,
  unsure: 0,
  reordered: 0,
  receipts: 0,
};

export class Tap {
  readonly #connection: NatsConnection;
  #crossed: Crossed = NOTHING;
  readonly #revisions = new Map<string, number>();
  readonly #listeners = new Set<(batch: AnyBatch) => void>();

  private constructor(connection: NatsConnection) {
    this.#connection = connection;
    connection.subscribe(UP_SUBJECTS, {
      callback: (_, { data, headers }) => {
        const told = decode(BATCH, data, headers?.get('Content-Encoding') || null);
        if (told.is === 'message') this.#take(told.message);
      },
    });
    connection.subscribe(subjectsOf('*').receipt, {
      callback: () => {
        this.#crossed = { ...this.#crossed, receipts: this.#crossed.receipts + 1 };
      },
    });
  }

  static async open(url: string, keys: LineKeys): Promise<Tap> {
    const connection = await connect({
      servers: url.replace(/^\w+:\/\//, ''),
      authenticator: jwtAuthenticator(await officePass(keys, 'office'), keys.office.getSeed()),
      maxReconnectAttempts: -1,
      reconnectTimeWait: 50,
      ignoreAuthErrorAbort: true,
    });
    return new Tap(connection);
  }

  crossed(): Crossed {
    return this.#crossed;
  }

  /** Counts from nothing. */
  forget(): void {
    this.#crossed = NOTHING;
    this.#revisions.clear();
  }

  /** @returns how to stop. */
  onBatch(listener: (batch: AnyBatch) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #take(batch: AnyBatch): void {
    const { gym, epoch, changes, clock } = batch;
    let { again, reordered } = this.#crossed;
    for (const { kind, key, rev } of changes) {
      const name = `${gym} ${epoch} ${kind} ${key}`;
      const before = this.#revisions.get(name) ?? 0;
      if (rev <= before) again += 1;
      if (rev < before) reordered += 1;
      this.#revisions.set(name, Math.max(before, rev));
    }
    this.#crossed = {
      ...this.#crossed,
      again,
      reordered,
      batches: this.#crossed.batches + 1,
      changes: this.#crossed.changes + changes.length,
      maxChanges: Math.max(this.#crossed.maxChanges, changes.length),
      unsure: this.#crossed.unsure + (clock.source === 'unsure' ? 1 : 0),
    };
    for (const listener of this.#listeners) listener(batch);
  }
}
