/**
 * The classes of a gym that entries of one import may join: of the same start and name, and not yet claimed by its source.
 * Each start is read once an import, so 16,000 classes at one instant cost no more than 16,000 at different ones.
 */

import { foldName } from '../../../../gym/sessions/fold-name.ts';
import type { Session } from '../../database.ts';
import type { MergedClass } from '../imports/merge.ts';
import { readJson } from '../json-rows.ts';
import { CANDIDATES } from './sql.ts';

/** Start and name of a class. */
export type Slot = Pick<MergedClass, 'startsUtcMs' | 'name'>;

export const slotOf = ({ startsUtcMs, name }: Slot) => `${startsUtcMs}/${foldName(name)}`;

/** Rows of one page. Chosen here: some 5 ms to parse. */
const PAGE_ROWS = 5_000;
/** Candidates of a slot beyond one for each entry: so many rooms a gym may have. Chosen here. */
const SPARE = 20;

export class Candidates {
  readonly #gymId: string;
  readonly #sourceKey: number;
  readonly #starts = new Set<number>();
  /** Keys of classes. */
  readonly #bySlot = new Map<string, Set<number>>();

  constructor({ gymId, sourceKey }: { readonly gymId: string; readonly sourceKey: number }) {
    this.#gymId = gymId;
    this.#sourceKey = sourceKey;
  }

  /** Keys of classes that one of `entries` may join: of a slot at most {@link SPARE} more than it has entries. */
  async keysFor(session: Session, entries: readonly Slot[]): Promise<number[]> {
    const starts = entries.map(({ startsUtcMs }) => startsUtcMs);
    await this.#read(
      session,
      [...new Set(starts)].filter((start) => !this.#starts.has(start)),
    );
    const counts = new Map<string, number>();
    for (const entry of entries) {
      const slot = slotOf(entry);
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
    }
    const keys: number[] = [];
    for (const [slot, count] of counts) {
      let left = count + SPARE;
      for (const key of this.#bySlot.get(slot) ?? []) {
        if (left === 0) break;
        left -= 1;
        keys.push(key);
      }
    }
    return keys;
  }

  /** Notes that a class has moved from one slot to another; null where it cannot be joined. */
  move(key: number, from: Slot | null, to: Slot | null): void {
    if (from !== null) this.#bySlot.get(slotOf(from))?.delete(key);
    // What is not read yet is read as it is then.
    if (to !== null && this.#starts.has(to.startsUtcMs)) this.#add(key, to);
  }

  async #read(session: Session, starts: readonly number[]): Promise<void> {
    if (starts.length === 0) return;
    const json = JSON.stringify(starts);
    let after = 0;
    for (;;) {
      const page = await readJson<[key: number, startsUtcMs: number, name: string]>(
        session,
        CANDIDATES,
        this.#gymId,
        json,
        this.#sourceKey,
        after,
        PAGE_ROWS,
      );
      for (const [key, startsUtcMs, name] of page) this.#add(key, { startsUtcMs, name });
      after = page.at(-1)?.[0] ?? after;
      if (page.length < PAGE_ROWS) break;
    }
    for (const start of starts) this.#starts.add(start);
  }

  #add(key: number, slot: Slot): void {
    const name = slotOf(slot);
    const keys = this.#bySlot.get(name);
    if (keys === undefined) this.#bySlot.set(name, new Set([key]));
    else keys.add(key);
  }
}
