/** Whether a zone's outline can be filled without doubt: no edge crosses, touches or lies on another. */

type Corner = readonly [number, number];
type Edge = readonly [Corner, Corner];

/** What is wrong with an outline, as "got …"; null when nothing is. */
export function outlineFault(corners: readonly Corner[]): string | null {
  const edges = corners.map(
    (corner, at): Edge => [corner, corners[(at + 1) % corners.length] ?? corner],
  );
  const point = edges.findIndex(([from, to]) => from[0] === to[0] && from[1] === to[1]);
  if (point >= 0) return `corner ${point + 1} and the next at the same point`;
  for (const [at, edge] of edges.entries()) {
    const other = edges.findIndex((one, place) => place > at && isCrossed(edge, one));
    if (other >= 0) return `edge ${at + 1} crossing or touching edge ${other + 1}`;
  }
  return null;
}

/** Neighbours share a corner by nature; they are wrong only where one runs back along the other. */
function isCrossed(a: Edge, b: Edge): boolean {
  if (a[1] === b[0]) return isFoldedBack(a[0], a[1], b[1]);
  if (b[1] === a[0]) return isFoldedBack(b[0], b[1], a[1]);
  const isNear = ([0, 1] as const).every((axis) => {
    const [one = [], other = []] = [a, b].map((edge) => edge.map((corner) => corner[axis]));
    return Math.max(...one) >= Math.min(...other) && Math.max(...other) >= Math.min(...one);
  });
  // Each edge has the ends of the other on both sides of its line, or on it.
  return isNear && side(a, b[0]) * side(a, b[1]) <= 0 && side(b, a[0]) * side(b, a[1]) <= 0;
}

/** On which side of the edge's line a point is: sign of the cross product, 0 on the line. */
function side([from, to]: Edge, point: Corner): number {
  return Math.sign(
    (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]),
  );
}

function isFoldedBack(from: Corner, middle: Corner, to: Corner): boolean {
  const along =
    (middle[0] - from[0]) * (to[0] - middle[0]) + (middle[1] - from[1]) * (to[1] - middle[1]);
  return side([from, middle], to) === 0 && along < 0;
}
