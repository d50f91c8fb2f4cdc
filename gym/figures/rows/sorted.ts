/** Sorts that can be paused: half a million rows would hold up the thread. */

const RUN = 512;
const SLICE = 4_096;
/** From this share of the items on, sorting all is quicker than looking for the first. Chosen here, by measuring. */
const FEW = 1 / 16;

/** Negative where `one` comes first. Total, so that the input's order never shows. */
type Compare = (one: number, other: number) => number;

/** The first `most` of the places 0.. of `count` items in the order that `compare` tells; more only where that is no more work. */
export function* firstPlaces(
  count: number,
  most: number,
  compare: Compare,
): Generator<void, Uint32Array> {
  if (most > count * FEW) return yield* sorted(numbersTo(count), compare);
  return yield* sorted(yield* smallest(count, most, compare), compare);
}

function numbersTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) numbers[at] = at;
  return numbers;
}

/** In no order: a heap whose root is the last of them, the first to go. */
function* smallest(count: number, most: number, compare: Compare): Generator<void, Uint32Array> {
  const heap = numbersTo(most);
  for (let at = Math.floor(most / 2) - 1; at >= 0; at -= 1) sink(heap, at, compare);
  for (let place = most; place < count; place += 1) {
    if ((place & (SLICE - 1)) === SLICE - 1) yield;
    if (compare(place, heap[0] ?? 0) > 0) continue;
    heap[0] = place;
    sink(heap, 0, compare);
  }
  return heap;
}

/** Lets the item at a place sink below all that come later than it. */
function sink(heap: Uint32Array, from: number, compare: Compare): void {
  const item = heap[from] ?? 0;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const next = child + 1;
    if (next < heap.length && compare(heap[next] ?? 0, heap[child] ?? 0) > 0) child = next;
    if (compare(heap[child] ?? 0, item) < 0) break;
    heap[at] = heap[child] ?? 0;
    at = child;
  }
  heap[at] = item;
}

/** In place, as far as it goes. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a merge sort in one place
function* sorted(items: Uint32Array, compare: Compare): Generator<void, Uint32Array> {
  const count = items.length;
  let sorted: Uint32Array = items;
  for (let from = 0; from < count; from += RUN) {
    sorted.subarray(from, from + RUN).sort(compare);
    yield;
  }
  let spare: Uint32Array = new Uint32Array(count);
  for (let size = RUN; size < count; size *= 2) {
    for (let from = 0; from < count; from += 2 * size) {
      let [left, right] = [from, Math.min(from + size, count)];
      const [middle, end] = [right, Math.min(from + 2 * size, count)];
      for (let at = from; at < end; at += 1) {
        if ((at & (SLICE - 1)) === SLICE - 1) yield;
        const takesLeft =
          left < middle && (right >= end || compare(sorted[left] ?? 0, sorted[right] ?? 0) <= 0);
        spare[at] = sorted[takesLeft ? left++ : right++] ?? 0;
      }
    }
    [sorted, spare] = [spare, sorted];
  }
  return sorted;
}
