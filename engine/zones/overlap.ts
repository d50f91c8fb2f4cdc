/** How far two boxes are the same. */

type BoxRatio = readonly [number, number, number, number];

/** Intersection ÷ union, 0..1; 0 for boxes without an area. */
export function overlapOf(a: BoxRatio, b: BoxRatio): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (areaOf(a) + areaOf(b) - shared);
}

function areaOf([x1, y1, x2, y2]: BoxRatio): number {
  return (x2 - x1) * (y2 - y1);
}

/** Overlap with a place from which on a box stands for what is always there. Chosen here, as where places are learnt. */
const AT_PLACE = 0.6;

/**
 * Which boxes stand for things that are always there: of each place the one that fits it best, and no other, so that
 * someone in front of a poster is still counted.
 */
export function falseBoxes(
  boxes: readonly BoxRatio[],
  places: readonly BoxRatio[],
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const place of places) {
    let best = -1;
    let bestOverlap = AT_PLACE;
    for (const [at, box] of boxes.entries()) {
      const overlap = found.has(at) ? 0 : overlapOf(place, box);
      if (overlap < bestOverlap) continue;
      best = at;
      bestOverlap = overlap;
    }
    if (best >= 0) found.add(best);
  }
  return found;
}
