/** An outbox without a disk, for boxes that are played: rows by their keys, each with the number of its newest change. */

import type { NumberedRow } from '../../../chain/digest.ts';
import type { KindData } from '../../../chain/kinds.ts';
import type { Change } from '../../../chain/sync.ts';
import type {
  Begun,
  LinkState,
  OutboxStore,
  Waiting,
} from '../../../store/history/outbox/outbox-store.ts';

export class MemoryOutbox implements OutboxStore {
  #link: LinkState;
  readonly #rows = new Map<string, Change>();

  constructor(gymId: string) {
    const numbers = { lastSeq: 0, baseSeq: 0, wholeSeq: 0, cursorSeq: 0 };
    this.#link = { gymId, run: 'r_1', ...numbers };
  }

  /** A row's new state. */
  put<Kind extends keyof KindData>(kind: Kind, key: string, data: KindData[Kind]): void {
    const seq = this.#link.lastSeq + 1;
    this.#rows.delete(`${kind} ${key}`);
    this.#rows.set(`${kind} ${key}`, { seq, kind, key, data } as Change);
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

  async *rows(): AsyncIterable<readonly NumberedRow[]> {
    yield [...this.#rows.values()];
  }

  async moveCursor(_: string, cursorSeq: number): Promise<void> {
    if (cursorSeq <= this.#link.lastSeq) this.#link = { ...this.#link, cursorSeq };
  }

  async sendAgain(_: string, rows: readonly NumberedRow[]): Promise<void> {
    for (const { kind, key } of rows) {
      const row = this.#rows.get(`${kind} ${key}`);
      if (row !== undefined) this.put(row.kind, row.key, row.data as never);
    }
  }

  async renew(_: string, { afterSeq }: Begun): Promise<void> {
    this.#link = { ...this.#link, lastSeq: afterSeq, baseSeq: afterSeq, cursorSeq: afterSeq };
    await this.sendAgain('', [...this.#rows.values()]);
    this.#link = { ...this.#link, wholeSeq: this.#link.lastSeq };
  }

  async hold(_: string, seqs: readonly number[]): Promise<void> {
    throw new Error(`${seqs.length} rows of a played box are broken`);
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
