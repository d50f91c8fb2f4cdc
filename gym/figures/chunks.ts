/** Long work in chunks, between which others have their turn: no query holds the thread for more than some milliseconds. */

/** Items between two pauses. Chosen here: some tenths of a millisecond of sums. */
const CHUNK = 512;

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

/** Runs the work to its end without a pause: where nothing else waits for the thread. */
export function atOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
