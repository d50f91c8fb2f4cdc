/** Where people exercise: as many places as a class may have people, with room between them. */

import { LEVELS } from '../level.ts';
import { between, shuffled } from '../random.ts';
import { ROOM_PLANS } from '../rooms.ts';
import type { SceneSpec } from '../spec.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

const SALT = 11;

/** `spec.people` places in the order in which a class takes them. Depends on the spec only. */
export function placesOf(spec: SceneSpec): Place[] {
  const [x1, y1, x2, y2] = ROOM_PLANS[spec.room].area;
  let spacing = LEVELS[spec.difficulty].spacingM;
  let grid = gridOf([x2 - x1, y2 - y1], spacing);
  while (grid.length < spec.people) {
    spacing *= 0.95;
    grid = gridOf([x2 - x1, y2 - y1], spacing);
  }
  const jitter = spacing * 0.13;
  const order = shuffled(grid.length, spec.seed, SALT);
  return order.slice(0, spec.people).map((at) => {
    const place = grid[at] ?? { x: 0, y: 0 };
    return {
      x: x1 + place.x + between(-jitter, jitter, spec.seed, SALT, at, 1),
      y: y1 + place.y + between(-jitter, jitter, spec.seed, SALT, at, 2),
    };
  });
}

/** Rows set off against each other, as classes stand so that everybody sees the front. */
function gridOf([width, depth]: readonly [number, number], spacing: number): Place[] {
  const places: Place[] = [];
  for (let row = 0, y = 0; y <= depth; row += 1, y += spacing) {
    const shift = row % 2 === 0 ? 0 : spacing / 2;
    for (let x = shift; x <= width; x += spacing) places.push({ x, y });
  }
  return places;
}
