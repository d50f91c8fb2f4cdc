/** An outbox without a disk, for boxes that are played: rows by their keys, each with the number of its newest change. */

import type { Change } from '../../../chain/messages/batch.ts';
import type { KindData } from '../../../chain/messages/kinds.ts';
import type {
  LinkState,
  OutboxRow,
  OutboxStore,
  Waiting,
} from '../../../store/history/outbox/outbox-store.ts';

export class MemoryOutbox implements OutboxStore {
  #link: LinkState;
  readonly #rows = new Map<string, Change>();

  constructor(gymId: string, epoch: string) {
    this.#link = { gymId, epoch, run: 'r_1', lastSeq: 0, wholeSeq: 0, cursorSeq: 0 };
  }

  /** A row's new state. */
  put<Kind extends keyof KindData>(kind: Kind, key: string, data: KindData[Kind]): void {
    const name = `${kind} ${key}`;
    const rev = Math.max(Date.now(), (this.#rows.get(name)?.rev ?? 0) + 1);
    const seq = this.#link.lastSeq + 1;
    this.#rows.delete(name);
    this.#rows.set(name, { seq, kind, key, rev, at_utc_ms: rev, data } as Change);
    this.#link = { ...this.#link, lastSeq: seq };
  }

  /** Whether the head office has said that it has all. */
  isDone(): boolean {
    return this.#link.cursorSeq === this.#link.lastSeq;
  }

  state(): readonly Change[] {
    return [...this.#rows.values()];
  }

  async links(): Promise<readonly LinkState[]> {
    return [this.#link];
  }

  async pending(): Promise<{ readonly waiting: number; readonly held: number }> {
    return { waiting: this.#waiting().length, held: 0 };
  }

  async waiting(_: string, limit: number): Promise<Waiting> {
    const changes = this.#waiting();
    return { link: this.#link, changes: changes.slice(0, limit), hasMore: changes.length > limit };
  }

  async *rows(): AsyncIterable<readonly OutboxRow[]> {
    yield [...this.#rows.values()];
  }

  async moveCursor(_: string, epoch: string, cursorSeq: number): Promise<void> {
    if (epoch === this.#link.epoch && cursorSeq <= this.#link.lastSeq)
      this.#link = { ...this.#link, cursorSeq };
  }

  async sendAgain(_: string, rows: readonly Pick<OutboxRow, 'kind' | 'key'>[]): Promise<void> {
    for (const { kind, key } of rows) {
      const row = this.#rows.get(`${kind} ${key}`);
      if (row === undefined) continue;
      this.#link = { ...this.#link, lastSeq: this.#link.lastSeq + 1 };
      this.#rows.delete(`${kind} ${key}`);
      this.#rows.set(`${kind} ${key}`, { ...row, seq: this.#link.lastSeq });
    }
  }

  async renew(_: string, epoch: string): Promise<void> {
    const rows = [...this.#rows];
    for (const [at, [name, row]] of rows.entries()) this.#rows.set(name, { ...row, seq: at + 1 });
    const wholeSeq = rows.length;
    this.#link = { ...this.#link, epoch, lastSeq: wholeSeq, wholeSeq, cursorSeq: 0 };
  }

  async hold(_: string, [first]: readonly OutboxRow[]): Promise<void> {
    throw new Error(`A row of a played box is broken: ${first?.kind} ${first?.key}`);
  }

  /** What follows is the business of `Lines`, which plays no part here. */
  link = nothing;
  unlink = nothing;
  noteRun = nothing;
  share = nothing;

  onLinks(): () => void {
    return () => undefined;
  }

  /** By number. */
  #waiting(): Change[] {
    return this.state().filter(({ seq }) => seq > this.#link.cursorSeq);
  }
}

async function nothing(): Promise<void> {
  return undefined;
}
