/**
 * The true head count of an instant: who is there, and how much of each is to be seen.
 *
 * The same shapes that are painted are filled into a small grid of owners, farthest first, without light or noise.
 */

import type { Vec2 } from './drawing/lens.ts';
import type { Shape } from './drawing/shapes.ts';
import type { Posture } from './people/poses.ts';
import type { Instant, Stage } from './stage.ts';

/** Someone in the room, visible or not. */
export interface SeenPerson {
  /** Names the person for the length of the class. */
  readonly id: string;
  readonly posture: Posture;
  /** The whole body [x1, y1, x2, y2] in picture pixels, hidden parts included; may reach outside the picture. */
  readonly box: readonly [number, number, number, number];
  /** Share of the body's drawn area that is inside the picture and hidden by nothing, 0..1. */
  readonly visibleRatio: number;
  /** Whether the person belongs to the true count: {@link MIN_VISIBLE_RATIO}, and the box's middle in the picture. */
  readonly isCounted: boolean;
}

/** Least visible share of a body that counts. Chosen here: below, people asked to count disagree about hidden bodies. */
export const MIN_VISIBLE_RATIO = 0.3;

/** Width of the grid of owners, cells. Fine enough that the smallest body covers some fifty cells. */
const GRID_WIDTH = 320;
const NOBODY = -1;

/** Everybody at the instant, in no order. */
export function truthAt(stage: Stage, instant: Instant): SeenPerson[] {
  const { width, height } = stage.spec.size;
  const cell = width / GRID_WIDTH;
  const owners = new Grid(
    { width: GRID_WIDTH, height: Math.ceil(height / cell), left: 0, top: 0 },
    cell,
  );
  const areas = new Map<number, number>();
  const boxes = new Map<number, [number, number, number, number]>();
  instant.things.forEach((thing, at) => {
    const clip = thing.frame;
    if (thing.person !== null) {
      const box = boxOf(thing.shapes);
      boxes.set(thing.person, box);
      areas.set(thing.person, areaOf(thing.shapes, box, cell));
    }
    for (const shape of thing.shapes)
      owners.fill(shape, thing.person === null ? NOBODY - 1 - at : thing.person, clip);
  });
  const visible = owners.areas();
  return instant.people.map(({ id, posture }, at) => {
    const box = boxes.get(at) ?? [0, 0, 0, 0];
    const visibleRatio = Math.min(1, (visible.get(at) ?? 0) / Math.max(1, areas.get(at) ?? 1));
    const x = (box[0] + box[2]) / 2;
    const y = (box[1] + box[3]) / 2;
    const isInside = x >= 0 && x < width && y >= 0 && y < height;
    return {
      id,
      posture,
      box,
      visibleRatio,
      isCounted: isInside && visibleRatio >= MIN_VISIBLE_RATIO,
    };
  });
}

function boxOf(shapes: readonly Shape[]): [number, number, number, number] {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    const [x1, y1, x2, y2] = extentOf(shape);
    box[0] = Math.min(box[0], x1);
    box[1] = Math.min(box[1], y1);
    box[2] = Math.max(box[2], x2);
    box[3] = Math.max(box[3], y2);
  }
  return box;
}

/** Cells that a body covers alone, outside the picture as well. */
function areaOf(shapes: readonly Shape[], box: readonly number[], cell: number): number {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  // Aligned to the cells of the picture's grid, so that a body no one hides is exactly 1 visible.
  const left = Math.floor(x1 / cell);
  const top = Math.floor(y1 / cell);
  const extent = {
    width: Math.ceil(x2 / cell) - left + 1,
    height: Math.ceil(y2 / cell) - top + 1,
    left,
    top,
  };
  const grid = new Grid(extent, cell);
  for (const shape of shapes) grid.fill(shape, 0, null);
  return grid.areas().get(0) ?? 0;
}

function extentOf(shape: Shape): readonly [number, number, number, number] {
  if (shape.kind === 'rod') {
    const { a, b, ra, rb } = shape;
    return [
      Math.min(a[0] - ra, b[0] - rb),
      Math.min(a[1] - ra, b[1] - rb),
      Math.max(a[0] + ra, b[0] + rb),
      Math.max(a[1] + ra, b[1] + rb),
    ];
  }
  const xs = shape.corners.map(([x]) => x);
  const ys = shape.corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** In cells; left and top are the first cell's place in the grid of the picture. */
interface GridExtent {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/** Who owns each cell: the last thing that was filled there. */
class Grid {
  readonly #width: number;
  readonly #height: number;
  readonly #cell: number;
  readonly #left: number;
  readonly #top: number;
  readonly #owners: Int16Array;

  constructor({ width, height, left, top }: GridExtent, cell: number) {
    this.#width = width;
    this.#height = height;
    this.#cell = cell;
    this.#left = left;
    this.#top = top;
    this.#owners = new Int16Array(width * height).fill(NOBODY);
  }

  fill(shape: Shape, owner: number, clip: readonly Vec2[] | null): void {
    const [x1, y1, x2, y2] = extentOf(shape);
    const fromX = Math.max(0, Math.floor(x1 / this.#cell) - this.#left);
    const toX = Math.min(this.#width - 1, Math.floor(x2 / this.#cell) - this.#left);
    const fromY = Math.max(0, Math.floor(y1 / this.#cell) - this.#top);
    const toY = Math.min(this.#height - 1, Math.floor(y2 / this.#cell) - this.#top);
    for (let y = fromY; y <= toY; y += 1) {
      const py = (y + this.#top + 0.5) * this.#cell;
      for (let x = fromX; x <= toX; x += 1) {
        const px = (x + this.#left + 0.5) * this.#cell;
        if (!isInShape(shape, px, py)) continue;
        if (clip !== null && !isInOutline(clip, px, py)) continue;
        this.#owners[y * this.#width + x] = owner;
      }
    }
  }

  /** Cells a owner. */
  areas(): Map<number, number> {
    const areas = new Map<number, number>();
    for (const owner of this.#owners) {
      if (owner >= 0) areas.set(owner, (areas.get(owner) ?? 0) + 1);
    }
    return areas;
  }
}

function isInShape(shape: Shape, x: number, y: number): boolean {
  if (shape.kind === 'face') return isInOutline(shape.corners, x, y);
  const [ax, ay] = shape.a;
  const dx = shape.b[0] - ax;
  const dy = shape.b[1] - ay;
  const square = dx * dx + dy * dy;
  const ratio =
    square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square));
  const radius = shape.ra + (shape.rb - shape.ra) * ratio;
  return (x - ax - dx * ratio) ** 2 + (y - ay - dy * ratio) ** 2 <= radius * radius;
}

/** Even-odd rule. */
function isInOutline(corners: readonly Vec2[], x: number, y: number): boolean {
  let isInside = false;
  corners.forEach(([x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length] ?? [x1, y1];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
  });
  return isInside;
}
