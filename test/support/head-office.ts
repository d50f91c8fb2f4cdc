/** The least that a head office does with batches, without a database: what a box is tested against, and an example to follow. */

import { decode, readChange } from '../../chain/codec.ts';
import { bucketOf, digestsOf, unequalBuckets } from '../../chain/digest.ts';
import { type AnyChange, BATCH } from '../../chain/messages/batch.ts';
import type { Receipt } from '../../chain/messages/receipt.ts';
import { cursorAfter, isNewer, isWhole, type Revision } from '../../chain/revision.ts';

interface Row extends Revision {
  readonly kind: string;
  readonly key: string;
  readonly data: unknown;
  readonly isParked: boolean;
}

interface State {
  /** In the order in which they came; the last one is in force. */
  readonly epochs: readonly string[];
  /** When a batch of the epoch in force last came. */
  readonly heardUtcMs: number;
  readonly cursor: number;
  readonly isWhole: boolean;
  readonly rows: ReadonlyMap<string, Row>;
}

const NOTHING: State = { epochs: [], heardUtcMs: 0, cursor: 0, isWhole: true, rows: new Map() };

export class HeadOffice {
  #state: State = NOTHING;
  /** How often each state of a row was applied: never twice. */
  readonly applied = new Map<string, number>();
  /** Kinds that it does not know yet. */
  readonly unknownKinds = new Set<string>();
  nowUtcMs: () => number;

  constructor(nowUtcMs: () => number) {
    this.nowUtcMs = nowUtcMs;
  }

  /** One transaction; null for what no one can read. */
  receive(bytes: Uint8Array, encoding: string | null): Receipt | null {
    const told = decode(BATCH, bytes, encoding);
    if (told.is !== 'message') return null;
    const { message: batch } = told;
    if (!this.#state.epochs.includes(batch.epoch)) {
      const epochs = [...this.#state.epochs, batch.epoch];
      this.#state = { ...this.#state, epochs, cursor: 0, isWhole: false };
    }
    const isInForce = this.#state.epochs.at(-1) === batch.epoch;
    if (isInForce) this.#state = { ...this.#state, heardUtcMs: this.nowUtcMs() };
    const parked = isInForce ? this.#apply(batch.changes) : 0;
    if (isInForce) this.#move(cursorAfter(this.#state.cursor, batch), batch.whole_seq);
    const isComparable = isInForce && this.#state.cursor === batch.to_seq;
    return {
      v: 1,
      batch: batch.id,
      gym: batch.gym,
      epoch: this.#state.epochs.at(-1) ?? batch.epoch,
      epoch_heard_utc_ms: this.#state.heardUtcMs,
      cursor: this.#state.cursor,
      hq_utc_ms: this.nowUtcMs(),
      parked,
      unequal:
        batch.digests !== null && isComparable
          ? unequalBuckets(batch.digests, this.digests())
          : null,
    };
  }

  /** Of all live rows, parked ones too. */
  digests(): string[] {
    return digestsOf([...this.#state.rows.values()].filter(({ data }) => data !== null));
  }

  /** Live rows by kind and key. */
  rows(): ReadonlyMap<string, unknown> {
    const live = [...this.#state.rows].filter(([, { data }]) => data !== null);
    return new Map(live.toSorted().map(([id, { data }]) => [id, data]));
  }

  cursor(): number {
    return this.#state.cursor;
  }

  epochs(): readonly string[] {
    return this.#state.epochs;
  }

  /** What a backup has. */
  snapshot(): State {
    return this.#state;
  }

  restore(state: State): void {
    this.#state = state;
    // What is applied again after this was lost meanwhile.
    this.applied.clear();
  }

  /** Loses a row, as a fault of its database would. */
  lose(bucket: number): void {
    const rows = [...this.#state.rows].filter(
      ([, { kind, key }]) => bucketOf(kind, key) !== bucket,
    );
    this.#state = { ...this.#state, rows: new Map(rows) };
  }

  #apply(changes: readonly AnyChange[]): number {
    const rows = new Map(this.#state.rows);
    const epoch = this.#state.epochs.length;
    let parked = 0;
    for (const change of changes) {
      const { kind, key, rev, data } = change;
      const isParked = this.unknownKinds.has(kind) || readChange(change) === null;
      if (isParked) parked += 1;
      const id = `${kind} ${key}`;
      const stored = rows.get(id) ?? null;
      if (!isNewer({ epoch, rev }, stored)) continue;
      rows.set(id, { kind, key, rev, epoch, data, isParked });
      const state = `${epoch} ${id} ${rev}`;
      this.applied.set(state, (this.applied.get(state) ?? 0) + 1);
    }
    this.#state = { ...this.#state, rows };
    return parked;
  }

  #move(cursor: number, wholeSeq: number): void {
    const epoch = this.#state.epochs.length;
    const isNowWhole = isWhole(cursor, wholeSeq);
    const rows =
      isNowWhole && !this.#state.isWhole
        ? new Map([...this.#state.rows].filter(([, row]) => row.epoch === epoch))
        : this.#state.rows;
    this.#state = { ...this.#state, cursor, rows, isWhole: this.#state.isWhole || isNowWhole };
  }
}
