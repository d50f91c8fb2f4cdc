/** Long work in chunks, between which others have their turn: no query holds the thread for more than some milliseconds. */

import { byValue, type Direction, inOrder, type Ordered, type Step } from '../reports/order.ts';

/** Items between two pauses. Chosen here: some tenths of a millisecond of sums or rows. */
const CHUNK = 64;

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
  return (yield* merged(rows, inOrder(...steps), most)).map(({ item }) => item);
}

/** The first `most` of a list as `toSorted` gives them: halves are sorted and merged, as far as anyone looks. */
function* merged<Item>(items: Item[], compare: Step<Item>, most: number): Generator<void, Item[]> {
  yield;
  if (items.length <= CHUNK) return items.toSorted(compare).slice(0, most);
  const middle = items.length >> 1;
  const one = yield* merged(items.slice(0, middle), compare, most);
  const other = yield* merged(items.slice(middle), compare, most);
  const first: Item[] = [];
  let [a, b] = [0, 0];
  yield* inChunks(Array(Math.min(most, one.length + other.length)).keys(), () => {
    const isLeft =
      b === other.length || (a < one.length && compare(one[a] as Item, other[b] as Item) <= 0);
    first.push((isLeft ? one[a] : other[b]) as Item);
    if (isLeft) a += 1;
    else b += 1;
  });
  return first;
}

/** Runs the work to its end without a pause: where nothing else waits for the thread. */
export function atOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
