/** Point in polygon, exact, on whatever the points are measured in. */

export type Point = readonly [x: number, y: number];

/**
 * Whether `point` lies in `polygon` (even-odd rule; corners in either direction, the last joins the first).
 *
 * Edge rule: left and upper edges belong to the polygon, right and lower ones do not. So two zones that share an edge
 * neither count a person on it twice nor lose them. Source of the crossing test: W. R. Franklin, PNPOLY,
 * https://wrfranklin.org/Research/Short_Notes/pnpoly.html
 */
export function isInPolygon(point: Point, polygon: readonly Point[]): boolean {
  const [x, y] = point;
  let isInside = false;
  let previous = polygon[polygon.length - 1];
  if (previous === undefined) return false;
  for (const corner of polygon) {
    if (corner[1] > y !== previous[1] > y && x < crossingX(corner, previous, y)) {
      isInside = !isInside;
    }
    previous = corner;
  }
  return isInside;
}

/**
 * Where the edge crosses the height `y`. Always computed from its upper end, so that two polygons that share an edge,
 * whichever way round each is drawn, get the very same number and no point falls between them by rounding.
 */
function crossingX(a: Point, b: Point, y: number): number {
  const [upper, lower] = a[1] < b[1] ? [a, b] : [b, a];
  return upper[0] + ((lower[0] - upper[0]) * (y - upper[1])) / (lower[1] - upper[1]);
}
