/** The least that a head office does with batches, without a database: what a box is tested against, and an example to follow. */

import {
  type AnyChange,
  bucketOf,
  digestsOf,
  type Receipt,
  unequalBuckets,
  unpacked,
} from '../../chain/sync.ts';
import { TurnoutError } from '../../errors.ts';

const NO_ROWS: ReadonlyMap<string, AnyChange> = new Map();
const NOTHING = { run: '', cursor: 0, topSeq: 0, wholeSeq: -1, rows: NO_ROWS };
type State = Readonly<typeof NOTHING>;

export class HeadOffice {
  #state: State = NOTHING;
  /** How often each state of a row was applied: never twice. */
  readonly applied = new Map<string, number>();
  nowUtcMs: () => number;

  constructor(nowUtcMs: () => number) {
    this.nowUtcMs = nowUtcMs;
  }

  /** One transaction. Throws what no one can read, and `sync_refused` for a copy of a box. */
  receive(bytes: Uint8Array, encoding: string | undefined): Receipt {
    const read = unpacked(bytes, encoding);
    if (read.is !== 'batch') throw new Error(read.detail);
    const { batch } = read;
    const { run } = this.#state;
    if (run !== '' && run !== batch.run && !batch.runs_before.includes(run))
      throw new TurnoutError('sync_refused', { where: 'box', expected: 'it', got: 'a copy' });
    const rows = this.#applied(batch.changes);
    const before = Math.max(this.#state.cursor, batch.base_seq);
    const cursor = batch.from_seq <= before + 1 ? Math.max(before, batch.to_seq) : before;
    const isAllHere = batch.whole_seq > this.#state.wholeSeq && cursor >= batch.whole_seq;
    if (isAllHere) {
      for (const [id, { seq }] of rows) if (seq <= batch.base_seq) rows.delete(id);
    }
    const topSeq = Math.max(this.#state.topSeq, cursor, batch.to_seq);
    const wholeSeq = isAllHere ? batch.whole_seq : this.#state.wholeSeq;
    this.#state = { run: batch.run, cursor, topSeq, wholeSeq, rows };
    const isCompared = batch.digests !== null && cursor === batch.to_seq;
    return {
      v: 1,
      cursor,
      top_seq: topSeq,
      hq_utc_ms: this.nowUtcMs(),
      refused: [],
      unequal: isCompared ? unequalBuckets(batch.digests ?? [], this.digests()) : null,
    };
  }

  #applied(changes: readonly AnyChange[]): Map<string, AnyChange> {
    const rows = new Map(this.#state.rows);
    for (const change of changes) {
      const id = `${change.kind} ${change.key}`;
      if (change.seq <= (rows.get(id)?.seq ?? 0)) continue;
      rows.set(id, change);
      const state = `${id} ${change.seq}`;
      this.applied.set(state, (this.applied.get(state) ?? 0) + 1);
    }
    return rows;
  }

  /** Another box takes the place. @returns the number after which its own begin. */
  join(): number {
    const { topSeq } = this.#state;
    this.#state = { ...this.#state, run: '', cursor: topSeq, wholeSeq: -1 };
    return topSeq;
  }

  /** Of all live rows. */
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

  /** What a backup has. */
  snapshot(): State {
    return this.#state;
  }

  restore(state: State): void {
    this.#state = state;
    // What is applied again after this was lost meanwhile.
    this.applied.clear();
  }

  /** Loses rows, as a fault of its database would. */
  lose(bucket: number): void {
    const rows = [...this.#state.rows].filter(
      ([, { kind, key }]) => bucketOf(kind, key) !== bucket,
    );
    this.#state = { ...this.#state, rows: new Map(rows) };
  }
}
