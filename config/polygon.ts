/** Whether a zone's outline can be filled without doubt: no edge crosses, touches or lies on another. */

type Corner = readonly [number, number];

/** What is wrong with an outline, as "got …"; null when nothing is. */
export function outlineFault(corners: readonly Corner[]): string | null {
  const edges = corners.map((corner, at) => [corner, after(corners, at)] as const);
  const point = edges.findIndex(([from, to]) => from[0] === to[0] && from[1] === to[1]);
  if (point >= 0) return `corner ${point + 1} and the next at the same point`;
  for (const [at, edge] of edges.entries()) {
    for (let other = at + 1; other < edges.length; other += 1) {
      const second = edges[other];
      if (second && isCrossed(edge, second, { at, other, of: edges.length })) {
        return `edge ${at + 1} crossing or touching edge ${other + 1}`;
      }
    }
  }
  return null;
}

function after(corners: readonly Corner[], at: number): Corner {
  return corners[(at + 1) % corners.length] ?? [0, 0];
}

type Edge = readonly [Corner, Corner];

/** Neighbours share a corner by nature; they are wrong only where one runs back along the other. */
function isCrossed(
  a: Edge,
  b: Edge,
  place: { readonly at: number; readonly other: number; readonly of: number },
): boolean {
  if (place.other === place.at + 1) return isFoldedBack(a[0], a[1], b[1]);
  if (place.at === 0 && place.other === place.of - 1) return isFoldedBack(b[0], b[1], a[1]);
  const sides = [side(a, b[0]), side(a, b[1]), side(b, a[0]), side(b, a[1])] as const;
  if (sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0) return true;
  return (
    (sides[0] === 0 && isWithin(a, b[0])) ||
    (sides[1] === 0 && isWithin(a, b[1])) ||
    (sides[2] === 0 && isWithin(b, a[0])) ||
    (sides[3] === 0 && isWithin(b, a[1]))
  );
}

/** On which side of the edge's line a point is: sign of the cross product, 0 on the line. */
function side([from, to]: Edge, point: Corner): number {
  return Math.sign(
    (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0]),
  );
}

function isWithin([from, to]: Edge, point: Corner): boolean {
  return (
    point[0] >= Math.min(from[0], to[0]) &&
    point[0] <= Math.max(from[0], to[0]) &&
    point[1] >= Math.min(from[1], to[1]) &&
    point[1] <= Math.max(from[1], to[1])
  );
}

function isFoldedBack(from: Corner, middle: Corner, to: Corner): boolean {
  const along =
    (middle[0] - from[0]) * (to[0] - middle[0]) + (middle[1] - from[1]) * (to[1] - middle[1]);
  return side([from, middle], to) === 0 && along < 0;
}
