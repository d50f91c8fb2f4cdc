/** Corners that come near the border of the picture or a corner of another zone go to it, so that zones share an edge. */

import type { Corner, Zones } from './draft.ts';

/** How near, px on the screen. Chosen here: less than a finger, more than a tremble. */
export const SNAP_PX = 8;

/**
 * @param size of the picture on the screen, px.
 * @param of the zone that is drawn, whose own corners attract none.
 */
export function snapped(
  [x, y]: Corner,
  zones: Zones,
  of: number,
  size: { readonly width: number; readonly height: number },
): Corner {
  const [nearX, nearY] = [SNAP_PX / size.width, SNAP_PX / size.height];
  const corners = zones.flatMap(({ polygon }, at) => (at === of ? [] : polygon));
  const corner = corners.find(
    ([otherX, otherY]) => Math.abs(otherX - x) <= nearX && Math.abs(otherY - y) <= nearY,
  );
  if (corner !== undefined) return corner;
  return [toBorder(x, nearX), toBorder(y, nearY)];
}

function toBorder(ratio: number, near: number): number {
  if (ratio <= near) return 0;
  return ratio >= 1 - near ? 1 : ratio;
}
