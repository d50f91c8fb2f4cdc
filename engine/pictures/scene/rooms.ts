/** The four rooms: their size, what hangs on the walls, where the camera is and where people may be. */

import type { Vec3, View } from './drawing/lens.ts';
import type { SceneRoom } from './spec.ts';

/** Red, green, blue, 0..255. */
export type Rgb = readonly [number, number, number];

/** A rectangle on a wall: from and to along the wall, bottom and top, m. */
export interface WallPart {
  readonly wall: 'back' | 'left' | 'right';
  readonly from: number;
  readonly to: number;
  readonly bottom: number;
  readonly top: number;
}

export interface RoomPlan {
  /** Width (x), depth (y) and height (z), m. */
  readonly size: Vec3;
  readonly view: View;
  readonly floor: Rgb;
  readonly wall: Rgb;
  readonly flooring: 'planks' | 'rubber' | 'tiles';
  readonly door: WallPart;
  readonly mirror: WallPart | null;
  readonly windows: readonly WallPart[];
  /** Where people exercise: [x1, y1, x2, y2], m. */
  readonly area: readonly [number, number, number, number];
  /** Which way a class looks, radians; 0 is into the depth, positive to the right. */
  readonly facing: number;
  /** What stands at each place. */
  readonly station: 'none' | 'mat' | 'bike' | 'bench';
  /** Where the sun falls: middle of the patch, m. */
  readonly sunAt: readonly [number, number];
}

export const ROOM_PLANS: Readonly<Record<SceneRoom, RoomPlan>> = {
  studio: {
    size: [9, 9.5, 3.1],
    view: { position: [0.4, 0.3, 2.95], target: [4.9, 5.4, 0.75], fovDegrees: 80 },
    floor: [176, 138, 98],
    wall: [206, 204, 198],
    flooring: 'planks',
    door: { wall: 'right', from: 6.9, to: 7.9, bottom: 0, top: 2.1 },
    mirror: { wall: 'back', from: 1.2, to: 6.6, bottom: 0.35, top: 2.3 },
    windows: [{ wall: 'right', from: 3.2, to: 5.4, bottom: 1.3, top: 2.5 }],
    area: [2.2, 3.7, 7.6, 8.6],
    facing: 0,
    station: 'none',
    sunAt: [6.2, 4.6],
  },
  spin: {
    size: [10, 9, 3],
    view: { position: [9.6, 0.3, 2.85], target: [4.7, 5.2, 0.85], fovDegrees: 80 },
    floor: [92, 94, 100],
    wall: [142, 152, 170],
    flooring: 'rubber',
    door: { wall: 'left', from: 6.6, to: 7.6, bottom: 0, top: 2.1 },
    mirror: null,
    windows: [],
    area: [2.2, 3.6, 7.6, 8.2],
    facing: 2.6,
    station: 'bike',
    sunAt: [4, 4],
  },
  weights: {
    size: [10, 10, 3.3],
    view: { position: [0.5, 0.4, 3.05], target: [5.3, 5.6, 0.7], fovDegrees: 82 },
    floor: [112, 114, 112],
    wall: [190, 184, 172],
    flooring: 'tiles',
    door: { wall: 'back', from: 7.9, to: 8.9, bottom: 0, top: 2.1 },
    mirror: { wall: 'back', from: 1.4, to: 5.4, bottom: 0.4, top: 2.2 },
    windows: [{ wall: 'right', from: 4.2, to: 6.8, bottom: 1.3, top: 2.6 }],
    area: [2.4, 3.8, 8.2, 8.6],
    facing: 0.4,
    station: 'bench',
    sunAt: [7, 5.4],
  },
  yoga: {
    size: [8.6, 9, 2.9],
    view: { position: [4.3, 0.25, 2.75], target: [4.3, 5.4, 0.45], fovDegrees: 84 },
    floor: [196, 172, 140],
    wall: [222, 214, 204],
    flooring: 'planks',
    door: { wall: 'back', from: 6.7, to: 7.7, bottom: 0, top: 2.1 },
    mirror: null,
    windows: [
      { wall: 'left', from: 3.4, to: 5, bottom: 0.9, top: 2.3 },
      { wall: 'left', from: 5.8, to: 7.4, bottom: 0.9, top: 2.3 },
    ],
    area: [1.5, 3.7, 7.1, 8],
    facing: 0,
    station: 'mat',
    sunAt: [2.4, 5],
  },
};

/** The four corners of a part of a wall, in order; `inset` m in front of the wall. */
export function wallCorners(part: WallPart, room: RoomPlan, inset = 0): Vec3[] {
  const at = (along: number, up: number): Vec3 => {
    if (part.wall === 'back') return [along, room.size[1] - inset, up];
    return [part.wall === 'left' ? inset : room.size[0] - inset, along, up];
  };
  return [
    at(part.from, part.bottom),
    at(part.to, part.bottom),
    at(part.to, part.top),
    at(part.from, part.top),
  ];
}

/** A point on the floor, `beyond` m behind the middle of the door (negative: in the room). */
export function doorPoint(room: RoomPlan, beyond: number, aside = 0): readonly [number, number] {
  const along = (room.door.from + room.door.to) / 2 + aside;
  if (room.door.wall === 'back') return [along, room.size[1] + beyond];
  return [room.door.wall === 'left' ? -beyond : room.size[0] + beyond, along];
}

/** Whether a point of the floor lies behind the wall of the door. */
export function isBehindDoor(room: RoomPlan, x: number, y: number): boolean {
  if (room.door.wall === 'back') return y > room.size[1];
  return room.door.wall === 'left' ? x < 0 : x > room.size[0];
}
