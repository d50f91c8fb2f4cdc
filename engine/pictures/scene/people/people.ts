/** Everybody in the room at an instant: where they are, what they do and what they wear. */

import { LEVELS } from '../level.ts';
import { between, chance, pick } from '../random.ts';
import { doorPoint, isBehindDoor, type Rgb, ROOM_PLANS, type RoomPlan } from '../rooms.ts';
import type { SceneSpec } from '../spec.ts';
import { activityAt } from './activity.ts';
import { type Place, placesOf } from './places.ts';
import { type Pose, type Posture, upright } from './poses.ts';
import { type Stay, staysAt } from './rhythm.ts';

export interface Person {
  /** Names the person within the scene. */
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Radians; 0 looks into the depth of the room, positive turns to the right. */
  readonly yaw: number;
  readonly heightM: number;
  /** Width against the usual, 0.85..1.2. */
  readonly build: number;
  readonly posture: Posture;
  readonly pose: Pose;
  readonly look: Look;
  /** Still behind the wall of the door: seen through the doorway only. */
  readonly isBehindDoor: boolean;
}

export interface Look {
  readonly skin: Rgb;
  readonly hair: Rgb;
  readonly hasLongHair: boolean;
  readonly shirt: Rgb;
  readonly trousers: Rgb;
  readonly shoes: Rgb;
  readonly hasSleeves: boolean;
  readonly hasShorts: boolean;
}

/** Usual comfortable pace, m/s: Bohannon 1997 (Age and Ageing 26) finds 1.27..1.46 for adults under 60. */
const PACE_M_S = 1.3;
const SALT = { look: 41, body: 42, yaw: 43, step: 44 } as const;

type Palette = readonly [Rgb, ...Rgb[]];

const SKINS: Palette = [
  [236, 200, 172],
  [214, 168, 134],
  [178, 128, 92],
  [128, 86, 60],
  [96, 64, 46],
];
const HAIRS: Palette = [
  [38, 28, 24],
  [72, 48, 32],
  [120, 84, 48],
  [186, 150, 96],
  [150, 148, 146],
];
const SHIRTS: Palette = [
  [196, 48, 52],
  [36, 84, 158],
  [34, 122, 92],
  [236, 236, 232],
  [40, 40, 46],
  [214, 112, 36],
  [124, 62, 140],
  [46, 156, 178],
];
const TROUSERS: Palette = [
  [34, 36, 44],
  [48, 58, 88],
  [88, 92, 98],
  [62, 40, 66],
  [30, 74, 72],
];
const SHOES: Palette = [
  [232, 232, 228],
  [48, 48, 52],
  [206, 72, 60],
];

/** Everybody at `tMs`, in no order. */
export function peopleInRoom(spec: SceneSpec, tMs: number): Person[] {
  const places = placesOf(spec);
  return staysAt(spec, tMs).flatMap((stay) => {
    const person = personOf(spec, stay, places, tMs);
    return person === null ? [] : [person];
  });
}

function personOf(
  spec: SceneSpec,
  stay: Stay,
  places: readonly Place[],
  tMs: number,
): Person | null {
  const plan = ROOM_PLANS[spec.room];
  const key = [spec.seed, stay.klass, stay.slot] as const;
  const place = placeOf(spec, stay, places);
  const path = pathTo(plan, place);
  const walkedM = ((tMs - stay.fromMs) / 1000) * PACE_M_S;
  const leftM = ((tMs - stay.untilMs) / 1000) * PACE_M_S;
  const length = lengthOf(path);
  const isLeaving = leftM > 0;
  if (leftM > length) return null;
  const fixed = {
    id: `${stay.klass}.${stay.slot}`,
    heightM: between(1.56, 1.9, ...key, SALT.body),
    build: between(0.88, 1.18, ...key, SALT.body, 1),
    look: lookOf(spec, stay),
  };
  if (!isLeaving && walkedM >= length) {
    const yaw = plan.facing + between(-0.35, 0.35, ...key, SALT.yaw);
    return { ...fixed, ...place, yaw, ...activityAt(spec, stay, tMs), isBehindDoor: false };
  }
  const at = along(path, isLeaving ? length - leftM : walkedM);
  const stride = 0.3 * Math.sin((tMs / 1000) * 5.5 + stay.slot);
  return {
    ...fixed,
    x: at.x,
    y: at.y,
    yaw: at.yaw + (isLeaving ? Math.PI : 0),
    posture: 'walking',
    pose: upright({ stride, arms: 0.25 }),
    isBehindDoor: isBehindDoor(plan, at.x, at.y),
  };
}

/** Everybody keeps one place for a class; the next class takes other places. */
function placeOf(spec: SceneSpec, stay: Stay, places: readonly Place[]): Place {
  return places[(stay.slot + stay.klass * 7) % Math.max(1, spec.people)] ?? { x: 0, y: 0 };
}

/** From the corridor through the door and along the edge of the room. */
function pathTo(plan: RoomPlan, place: Place): Place[] {
  const [outX, outY] = doorPoint(plan, 0.9, 1.5);
  const [beforeX, beforeY] = doorPoint(plan, 0.9);
  const [inX, inY] = doorPoint(plan, -0.7);
  return [{ x: outX, y: outY }, { x: beforeX, y: beforeY }, { x: inX, y: inY }, place];
}

function lengthOf(path: readonly Place[]): number {
  let length = 0;
  path.forEach((point, at) => {
    const next = path[at + 1];
    if (next !== undefined) length += Math.hypot(next.x - point.x, next.y - point.y);
  });
  return length;
}

function along(path: readonly Place[], metres: number): Place & { yaw: number } {
  let left = metres;
  for (let at = 0; at + 1 < path.length; at += 1) {
    const from = path[at] ?? { x: 0, y: 0 };
    const to = path[at + 1] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (left <= length || at + 2 === path.length) {
      const ratio = Math.min(1, left / length);
      const yaw = Math.atan2(to.x - from.x, to.y - from.y);
      return { x: from.x + (to.x - from.x) * ratio, y: from.y + (to.y - from.y) * ratio, yaw };
    }
    left -= length;
  }
  return { x: 0, y: 0, yaw: 0 };
}

function lookOf(spec: SceneSpec, stay: Stay): Look {
  const key = [spec.seed, stay.klass, stay.slot, SALT.look] as const;
  const isDull = chance(...key, 0) < LEVELS[spec.difficulty].dullShare;
  const dull = ROOM_PLANS[spec.room].floor;
  const dark: Rgb = [dull[0] * 0.8, dull[1] * 0.8, dull[2] * 0.8];
  return {
    skin: pick(SKINS, ...key, 1),
    hair: pick(HAIRS, ...key, 2),
    hasLongHair: chance(...key, 3) < 0.45,
    shirt: isDull ? dull : pick(SHIRTS, ...key, 4),
    trousers: isDull ? dark : pick(TROUSERS, ...key, 5),
    shoes: pick(SHOES, ...key, 6),
    hasSleeves: chance(...key, 7) < 0.55,
    hasShorts: chance(...key, 8) < 0.3,
  };
}
