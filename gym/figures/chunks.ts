/** Long work in chunks, between which others have their turn: no query holds the thread for more than some milliseconds. */

/** Items between two pauses. Chosen here: some tenths of a millisecond of sums or rows. */
const CHUNK = 64;

/** Calls `visit` for each item, and yields now and then. */
export function* inChunks<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => void,
): Generator<void, void> {
  let visited = 0;
  for (const item of items) {
    visit(item);
    visited += 1;
    if (visited % CHUNK === 0) yield;
  }
}

/** Sorted as `toSorted` does. */
export function* inOrder<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  yield;
  if (items.length <= CHUNK) return items.toSorted(compare);
  const middle = items.length >> 1;
  const first = yield* inOrder(items.slice(0, middle), compare);
  const second = yield* inOrder(items.slice(middle), compare);
  const merged: Item[] = [];
  let at = 0;
  yield* inChunks(second, (item) => {
    for (let one = first[at]; one !== undefined && compare(one, item) <= 0; one = first[at]) {
      merged.push(one);
      at += 1;
    }
    merged.push(item);
  });
  return merged.concat(first.slice(at));
}

/** Items that are sorted together at least. Chosen here: a tenth of a millisecond. */
const BATCH = 512;

/** The first `most` of them, sorted: those that come too late are not sorted at all. */
export function* firstInOrder<Item>(
  items: Iterable<Item>,
  compare: (a: Item, b: Item) => number,
  most: number,
): Generator<void, Item[]> {
  let first: Item[] = [];
  let others: Item[] = [];
  let visited = 0;
  for (const item of items) {
    visited += 1;
    if (visited % CHUNK === 0) yield;
    const last = first[most - 1];
    if (last === undefined || compare(item, last) < 0) others.push(item);
    if (others.length < Math.max(most, BATCH)) continue;
    first = (yield* inOrder([...first, ...others], compare)).slice(0, most);
    others = [];
  }
  return (yield* inOrder([...first, ...others], compare)).slice(0, most);
}

/** Runs the work to its end without a pause: where nothing else waits for the thread. */
export function atOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
