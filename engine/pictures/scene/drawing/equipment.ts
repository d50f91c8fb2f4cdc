/** What stands in a room: bikes, benches, mats, racks. Built from boxes and tubes in metres. */

import { placesOf } from '../people/places.ts';
import { pick } from '../random.ts';
import { type Rgb, ROOM_PLANS } from '../rooms.ts';
import type { SceneSpec } from '../spec.ts';
import type { Lens, Vec3 } from './lens.ts';
import type { Face, Rod, Shape, Thing } from './shapes.ts';

/** A box standing on its sides' axes: lowest corner and size. */
interface Box {
  readonly at: Vec3;
  readonly size: Vec3;
  readonly colour: Rgb;
}

interface Tube {
  readonly a: Vec3;
  readonly b: Vec3;
  readonly radius: number;
  readonly colour: Rgb;
}

interface Item {
  readonly x: number;
  readonly y: number;
  readonly boxes: readonly Box[];
  readonly tubes: readonly Tube[];
}

const STEEL: Rgb = [62, 64, 70];
const RUBBER: Rgb = [34, 35, 38];
const MATS: readonly [Rgb, ...Rgb[]] = [
  [104, 78, 140],
  [66, 110, 128],
  [150, 92, 96],
  [92, 120, 84],
];

/** Equipment that people stand before and behind. */
export function equipment(spec: SceneSpec, lens: Lens): Thing[] {
  const plan = ROOM_PLANS[spec.room];
  const [x0, y0] = plan.view.position;
  return itemsOf(spec).map((item) => ({
    person: null,
    // A little behind anyone who uses it.
    distance: Math.hypot(item.x - x0, item.y - y0) + 0.12,
    shapes: shapesOf(item, lens),
    frame: null,
  }));
}

function itemsOf(spec: SceneSpec): Item[] {
  const plan = ROOM_PLANS[spec.room];
  if (plan.station === 'bike') {
    return placesOf(spec).map(({ x, y }) => bike(x, y, plan.facing));
  }
  if (plan.station === 'bench') {
    const benches = placesOf(spec)
      .filter((_, at) => at % 3 === 0)
      .map(({ x, y }) => bench(x + 0.6, y));
    return [...benches, rack(9.3, 4.2), rack(9.3, 6.4), dumbbells(2.2, 9.6)];
  }
  if (spec.room === 'studio') return [stackOfSteps(8.4, 9), stackOfSteps(7.7, 9.1), ball(1, 9.1)];
  return [stackOfSteps(0.7, 8.6), ball(1.5, 8.6)];
}

function bike(x: number, y: number, yaw: number): Item {
  const at = (forward: number, up: number, right = 0): Vec3 => [
    x + right * Math.cos(yaw) + forward * Math.sin(yaw),
    y + forward * Math.cos(yaw) - right * Math.sin(yaw),
    up,
  ];
  const tube = (a: Vec3, b: Vec3, radius: number, colour: Rgb = STEEL): Tube => ({
    a,
    b,
    radius,
    colour,
  });
  return {
    x,
    y,
    boxes: [],
    tubes: [
      tube(at(-0.45, 0.04, -0.22), at(-0.45, 0.04, 0.22), 0.035, RUBBER),
      tube(at(0.55, 0.04, -0.22), at(0.55, 0.04, 0.22), 0.035, RUBBER),
      tube(at(-0.45, 0.06), at(0.1, 0.38), 0.035),
      tube(at(0.1, 0.38), at(0.45, 0.5), 0.04),
      tube(at(0.42, 0.34), at(0.44, 0.36), 0.24, [120, 124, 132]),
      tube(at(0.1, 0.38), at(-0.18, 0.88), 0.03),
      tube(at(-0.3, 0.92), at(-0.05, 0.92), 0.055, RUBBER),
      tube(at(0.48, 0.4), at(0.42, 1.02), 0.03),
      tube(at(0.42, 1.05, -0.2), at(0.42, 1.05, 0.2), 0.025, RUBBER),
    ],
  };
}

function bench(x: number, y: number): Item {
  return {
    x,
    y,
    boxes: [
      { at: [x - 0.05, y - 0.5, 0], size: [0.1, 1, 0.34], colour: STEEL },
      { at: [x - 0.15, y - 0.62, 0.34], size: [0.3, 1.24, 0.08], colour: [120, 32, 34] },
    ],
    tubes: [],
  };
}

function rack(x: number, y: number): Item {
  const post = (dy: number): Tube => ({
    a: [x, y + dy, 0],
    b: [x, y + dy, 2.1],
    radius: 0.045,
    colour: STEEL,
  });
  const bar: Tube = {
    a: [x - 0.05, y - 1, 1.25],
    b: [x - 0.05, y + 1, 1.25],
    radius: 0.018,
    colour: [176, 178, 182],
  };
  const plate = (dy: number): Tube => ({
    a: [x - 0.05, y + dy, 1.25],
    b: [x - 0.04, y + dy + 0.03, 1.25],
    radius: 0.21,
    colour: RUBBER,
  });
  return { x, y, boxes: [], tubes: [post(-0.55), post(0.55), bar, plate(-0.85), plate(0.85)] };
}

function dumbbells(x: number, y: number): Item {
  const boxes = [0.25, 0.6, 0.95].map(
    (up): Box => ({ at: [x, y, up], size: [2.6, 0.3, 0.06], colour: STEEL }),
  );
  const tubes = [0.25, 0.6, 0.95].flatMap((up) =>
    Array.from({ length: 8 }, (_, at): Tube => {
      const left = x + 0.15 + at * 0.32;
      return {
        a: [left, y, up + 0.13],
        b: [left + 0.16, y, up + 0.13],
        radius: 0.06,
        colour: RUBBER,
      };
    }),
  );
  return { x: x + 1.3, y, boxes, tubes };
}

function stackOfSteps(x: number, y: number): Item {
  const boxes = [0, 1, 2, 3].map(
    (at): Box => ({
      at: [x - 0.25, y - 0.2, at * 0.13],
      size: [0.5, 0.4, 0.11],
      colour: at % 2 === 0 ? [58, 62, 72] : [58, 128, 140],
    }),
  );
  return { x, y, boxes, tubes: [] };
}

function ball(x: number, y: number): Item {
  const colour: Rgb = [88, 124, 176];
  return { x, y, boxes: [], tubes: [{ a: [x, y, 0.32], b: [x, y, 0.33], radius: 0.32, colour }] };
}

function shapesOf(item: Item, lens: Lens): Shape[] {
  const faces = item.boxes.flatMap((box) => facesOf(box, lens));
  const rods = item.tubes.map((tube): Rod => {
    const a = lens.project(tube.a);
    const b = lens.project(tube.b);
    return {
      kind: 'rod',
      a: [a.x, a.y],
      b: [b.x, b.y],
      ra: tube.radius * a.scale,
      rb: tube.radius * b.scale,
      colour: tube.colour,
      roundness: 1,
    };
  });
  return [...faces, ...rods];
}

/** The faces of a box from the farthest to the nearest; those turned away are painted over. */
function facesOf({ at: [x, y, z], size: [w, d, h], colour }: Box, lens: Lens): Face[] {
  const quads: readonly (readonly [number, readonly Vec3[]])[] = [
    [
      0.72,
      [
        [x, y + d, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
    ],
    [
      0.66,
      [
        [x, y, z],
        [x, y + d, z],
        [x, y + d, z + h],
        [x, y, z + h],
      ],
    ],
    [
      0.6,
      [
        [x + w, y, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x + w, y, z + h],
      ],
    ],
    [
      0.8,
      [
        [x, y, z],
        [x + w, y, z],
        [x + w, y, z + h],
        [x, y, z + h],
      ],
    ],
    [
      1.08,
      [
        [x, y, z + h],
        [x + w, y, z + h],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
    ],
  ];
  return quads
    .map(([light, corners]) => ({
      depth: corners.reduce((sum, corner) => sum + lens.depthOf(corner), 0),
      face: {
        kind: 'face' as const,
        corners: lens.outline(corners),
        colour: [colour[0] * light, colour[1] * light, colour[2] * light] as const,
      },
    }))
    .sort((one, other) => other.depth - one.depth)
    .map(({ face }) => face);
}

/** Mats on the floor: part of the room, never in front of anybody. */
export function mats(spec: SceneSpec, lens: Lens): Face[] {
  if (ROOM_PLANS[spec.room].station !== 'mat') return [];
  return placesOf(spec).map(({ x, y }, at) => ({
    kind: 'face',
    corners: lens.outline([
      [x - 0.34, y - 0.95, 0],
      [x + 0.34, y - 0.95, 0],
      [x + 0.34, y + 0.95, 0],
      [x - 0.34, y + 0.95, 0],
    ]),
    colour: pick(MATS, spec.seed, at, 51),
  }));
}
