/** Zones for tests. */

import type { Point, Zone, ZoneKind } from '../../engine/zones.ts';

/** One of the whole picture where no polygon is given, called by its kind. */
export function zone(kind: ZoneKind, polygon = rect(0, 0, 1, 1), more: Partial<Zone> = {}): Zone {
  return { name: kind, kind, polygon, anchor: 'bottom_centre', ...more };
}

/** The corners of a rectangle, for zones of tests: clockwise from the top left. */
export function rect(left: number, top: number, right: number, bottom: number): Point[] {
  const corner = (x: number, y: number): [number, number] => [x, y];
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}
