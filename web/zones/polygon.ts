/** The outline of a zone as it is drawn: what can be done to its corners. They are in ratios of the picture, 0..1. */

export type Corner = readonly [x: number, y: number];
export type Polygon = readonly Corner[];

/** As `turnout.yaml` has it: see `config/schema/camera.ts`. */
export const LEAST_CORNERS = 3;
export const MOST_CORNERS = 32;

/** Corners are kept to a thousandth of the picture: a pixel of a small stream, and short in the file. */
const STEPS = 1000;

/** A ratio inside the picture, rounded to what is kept. */
function inGrid(ratio: number): number {
  return Math.round(Math.min(1, Math.max(0, ratio)) * STEPS) / STEPS;
}

/** As the fields and the corners have a ratio. */
export function percent(ratio: number): string {
  return String(Math.round(ratio * STEPS) / 10);
}

export function withCorner(polygon: Polygon, at: number, [x, y]: Corner): Polygon {
  return polygon.with(at, [inGrid(x), inGrid(y)]);
}

/** The middle of the edge that begins at a corner. */
export function middleOf(polygon: Polygon, at: number): Corner {
  const [x1, y1] = polygon[at] as Corner;
  const [x2, y2] = polygon[(at + 1) % polygon.length] as Corner;
  return [inGrid((x1 + x2) / 2), inGrid((y1 + y2) / 2)];
}

/** A corner in the middle of the edge that begins at `at`; as it is where there are 32. */
export function withCornerAfter(polygon: Polygon, at: number): Polygon {
  if (polygon.length >= MOST_CORNERS) return polygon;
  return polygon.toSpliced(at + 1, 0, middleOf(polygon, at));
}

/** As it is where there are three. */
export function withoutCorner(polygon: Polygon, at: number): Polygon {
  return polygon.length <= LEAST_CORNERS ? polygon : polygon.toSpliced(at, 1);
}

/** Moved as a whole, and no further than to the border of the picture. */
export function moved(polygon: Polygon, by: Corner): Polygon {
  const [dx = 0, dy = 0] = by.map((way, axis) => {
    const along = polygon.map((corner) => corner[axis] as number);
    return Math.min(1 - Math.max(...along), Math.max(-Math.min(...along), way));
  });
  return polygon.map(([x, y]) => [inGrid(x + dx), inGrid(y + dy)]);
}

/** How near, px on the screen. Chosen here: less than a finger, more than a tremble. */
const SNAP_PX = 8;

/** To a corner of the others, else to the border. @param size of the picture on the screen, px. */
export function snapped(
  [x, y]: Corner,
  others: readonly Polygon[],
  size: Pick<DOMRect, 'width' | 'height'>,
): Corner {
  const [nearX, nearY] = [SNAP_PX / size.width, SNAP_PX / size.height];
  const corner = others
    .flat()
    .find(([otherX, otherY]) => Math.abs(otherX - x) <= nearX && Math.abs(otherY - y) <= nearY);
  return corner ?? [toBorder(x, nearX), toBorder(y, nearY)];
}

function toBorder(ratio: number, near: number): number {
  if (ratio <= near) return 0;
  return ratio >= 1 - near ? 1 : ratio;
}
