/** A sort that can be paused: half a million rows would hold up the thread. */

const RUN = 512;
const SLICE = 4_096;

/** The places 0.. of `count` items in the order that `compare` says; total, so that the input's order never shows. */
export function* sortedPlaces(
  count: number,
  compare: (one: number, other: number) => number,
): Generator<void, Uint32Array> {
  let sorted = Uint32Array.from({ length: count }, (_, at) => at);
  for (let from = 0; from < count; from += RUN) {
    sorted.subarray(from, from + RUN).sort(compare);
    yield;
  }
  let spare = new Uint32Array(count);
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
