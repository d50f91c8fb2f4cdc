/** Long work in chunks, between which others have their turn: no query holds the thread for more than some milliseconds. */

import { byValue, type Direction, inOrder, type Ordered } from '../reports/order.ts';

/** Items between two pauses. Chosen here: some tenths of a millisecond of sums or rows. */
const CHUNK = 64;
/** Items that are sorted between two pauses. Chosen here: some milliseconds. */
const SORTED = 512;

/** Calls `visit` for each item, and yields now and then. */
export function* inChunks<Item>(items: Iterable<Item>, visit: (item: Item) => void) {
  let visited = 0;
  for (const item of items) {
    visit(item);
    visited += 1;
    if (visited % CHUNK === 0) yield;
  }
}

/** The items that pass. */
export function* filtered<Item>(items: Iterable<Item>, passes: (item: Item) => boolean) {
  const found: Item[] = [];
  yield* inChunks(items, (item) => {
    if (passes(item)) found.push(item);
  });
  return found;
}

/** What items are ordered by; the first that differs decides. */
export interface Order<Item> {
  readonly direction: Direction;
  readonly by: (item: Item) => Ordered;
  /** Of texts; left out: by their characters. */
  readonly compare?: (a: string, b: string) => number;
}

/** The first `most` items in order; those that are equal in all stay as they were. */
export function* firstInOrder<Item>(
  items: readonly Item[],
  orders: readonly Order<Item>[],
  most: number,
): Generator<void, Item[]> {
  const rows: { readonly item: Item; readonly values: readonly Ordered[] }[] = [];
  yield* inChunks(items, (item) => {
    rows.push({ item, values: orders.map(({ by }) => by(item)) });
  });
  const steps = orders.map(({ direction, compare }, at) =>
    byValue<(typeof rows)[number]>(({ values }) => values[at] ?? null, direction, compare),
  );
  const inSteps = inOrder(...steps);
  let first: typeof rows = [];
  // Those in order so far are one run, which is quickly sorted again with some more behind it.
  for (let at = 0; at < rows.length; at += SORTED) {
    first = [...first, ...rows.slice(at, at + SORTED)].sort(inSteps).slice(0, most);
    yield;
  }
  return first.map(({ item }) => item);
}

/** Runs the work to its end without a pause: where nothing else waits for the thread. */
export function atOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
