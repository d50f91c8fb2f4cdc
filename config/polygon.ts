/** Whether a zone's outline can be filled without doubt: no edge crosses, touches or lies on another. */

type Corner = readonly [number, number];
type Edge = readonly [from: Corner, to: Corner];

/** What is wrong with an outline, as "got …"; null when nothing is. */
export function outlineFault(corners: readonly Corner[]): string | null {
  const edges = corners.map(
    (corner, at): Edge => [corner, corners[at + 1] ?? corners[0] ?? corner],
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
  if (a[1] === b[0]) return turn(a, b[1]) === 0 && onward(a, b) < 0;
  if (b[1] === a[0]) return turn(b, a[1]) === 0 && onward(b, a) < 0;
  const isNear = ([0, 1] as const).every((axis) => {
    const [one = [], other = []] = [a, b].map((edge) => edge.map((corner) => corner[axis]));
    return Math.max(...one) >= Math.min(...other) && Math.max(...other) >= Math.min(...one);
  });
  // Each edge has the ends of the other on both sides of its line, or on it.
  return isNear && turn(a, b[0]) * turn(a, b[1]) <= 0 && turn(b, a[0]) * turn(b, a[1]) <= 0;
}

/** On which side of the edge's line a point is: sign of the cross product, 0 on the line. */
function turn([[x, y], [toX, toY]]: Edge, [pointX, pointY]: Corner): number {
  return Math.sign((toX - x) * (pointY - y) - (toY - y) * (pointX - x));
}

/** Whether the second edge goes on in the direction of the first: negative where it runs back. */
function onward([[x, y], [toX, toY]]: Edge, [, [nextX, nextY]]: Edge): number {
  return (toX - x) * (nextX - toX) + (toY - y) * (nextY - toY);
}
