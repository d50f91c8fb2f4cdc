/** A person as shapes: joints become rods of clothing, skin and hair, drawn from the farthest to the nearest. */

import type { Look, Person } from '../people/people.ts';
import { POSE_HEIGHT_M, type Pose } from '../people/poses.ts';
import type { Rgb } from '../rooms.ts';
import type { Lens, Vec3 } from './lens.ts';
import type { Rod } from './shapes.ts';

interface Part {
  readonly a: Vec3;
  readonly b: Vec3;
  /** Radius at each end, m. */
  readonly ra: number;
  readonly rb: number;
  readonly colour: Rgb;
  /** Moves the part forward in the drawing order, m. */
  readonly ahead?: number;
  /** See {@link Rod.roundness}; 1 where left out. */
  readonly roundness?: number;
}

/** The shapes of one person. `mirrorY` draws the reflection in a mirror at that depth instead. */
export function figureShapes(person: Person, lens: Lens, mirrorY: number | null = null): Rod[] {
  const scale = person.heightM / POSE_HEIGHT_M;
  const toRoom = roomOf(person, scale, mirrorY);
  return partsOf(person.pose, person.look)
    .map((part) => {
      const a = lens.project(toRoom(part.a));
      const b = lens.project(toRoom(part.b));
      const thick = scale * person.build;
      const rod: Rod = {
        kind: 'rod',
        a: [a.x, a.y],
        b: [b.x, b.y],
        ra: part.ra * thick * a.scale,
        rb: part.rb * thick * b.scale,
        colour: part.colour,
        roundness: part.roundness ?? 1,
      };
      return { rod, depth: (a.depth + b.depth) / 2 - (part.ahead ?? 0) };
    })
    .sort((one, other) => other.depth - one.depth)
    .map(({ rod }) => rod);
}

/** From the frame of the body to the room. */
function roomOf(person: Person, scale: number, mirrorY: number | null): (joint: Vec3) => Vec3 {
  const cos = Math.cos(person.yaw);
  const sin = Math.sin(person.yaw);
  return ([right, forward, up]) => {
    const x = person.x + (right * cos + forward * sin) * scale;
    const y = person.y + (forward * cos - right * sin) * scale;
    return [x, mirrorY === null ? y : 2 * mirrorY - y, up * scale];
  };
}

function partsOf(pose: Pose, look: Look): Part[] {
  return [
    ...torso(pose, look),
    ...head(pose, look),
    ...side(pose, look, 0),
    ...side(pose, look, 1),
  ];
}

function torso({ neck, shoulders, hips }: Pose, look: Look): Part[] {
  const [left, right] = shoulders;
  const [hipLeft, hipRight] = hips;
  const shirt = look.shirt;
  const chest = middle(left, right);
  const pelvis = middle(hipLeft, hipRight);
  return [
    { a: hipLeft, b: hipRight, ra: 0.115, rb: 0.115, colour: look.trousers, ahead: -0.04 },
    { a: inward(left), b: hipLeft, ra: 0.1, rb: 0.1, colour: shirt, roundness: 0.35 },
    { a: inward(right), b: hipRight, ra: 0.1, rb: 0.1, colour: shirt, roundness: 0.35 },
    { a: inward(left), b: inward(right), ra: 0.088, rb: 0.088, colour: shirt, roundness: 0.25 },
    { a: chest, b: pelvis, ra: 0.13, rb: 0.115, colour: shirt, ahead: 0.02, roundness: 0.12 },
    { a: neck, b: chest, ra: 0.055, rb: 0.06, colour: look.skin },
  ];
}

function head({ head: top, neck }: Pose, look: Look): Part[] {
  const lift = towards(neck, top, 1);
  const crown = plus(top, lift, 0.035);
  const chin = plus(top, lift, -0.045);
  const back: Vec3 = [0, -0.035, 0];
  const parts: Part[] = [
    { a: neck, b: chin, ra: 0.055, rb: 0.055, colour: look.skin },
    { a: crown, b: chin, ra: 0.095, rb: 0.078, colour: look.skin, ahead: 0.05 },
    {
      a: plus(crown, back, 1),
      b: plus(top, back, 1),
      ra: 0.1,
      rb: 0.09,
      colour: look.hair,
      ahead: 0.045,
    },
    {
      a: plus(crown, lift, 0.03),
      b: plus(crown, lift, 0.02),
      ra: 0.085,
      rb: 0.085,
      colour: look.hair,
      ahead: 0.06,
    },
  ];
  if (!look.hasLongHair) return parts;
  const nape = plus(plus(neck, back, 2), lift, -0.1);
  return [
    ...parts,
    { a: plus(top, back, 2), b: nape, ra: 0.075, rb: 0.045, colour: look.hair, ahead: 0.02 },
  ];
}

function side(pose: Pose, look: Look, at: 0 | 1): Part[] {
  const shin = look.hasShorts ? look.skin : look.trousers;
  const { colour, ra } = { colour: look.hasSleeves ? look.shirt : look.skin, ra: 0.055 };
  return [
    { a: pose.shoulders[at], b: pose.elbows[at], ra, rb: 0.043, colour },
    { a: pose.elbows[at], b: pose.hands[at], ra: 0.04, rb: 0.032, colour: look.skin, ahead: 0.01 },
    { a: pose.hands[at], b: pose.hands[at], ra: 0.042, rb: 0.042, colour: look.skin, ahead: 0.02 },
    { a: pose.hips[at], b: pose.knees[at], ra: 0.092, rb: 0.064, colour: look.trousers },
    { a: pose.knees[at], b: pose.ankles[at], ra: 0.06, rb: 0.042, colour: shin },
    { a: pose.ankles[at], b: pose.toes[at], ra: 0.046, rb: 0.038, colour: look.shoes, ahead: 0.01 },
  ];
}

function middle(a: Vec3, b: Vec3): Vec3 {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
}

/** The shoulder joint, moved in so that the rod's own thickness ends at the shoulder. */
function inward([right, forward, up]: Vec3): Vec3 {
  return [right * 0.6, forward, up - 0.02];
}

function plus(a: Vec3, b: Vec3, times: number): Vec3 {
  return [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times];
}

function towards(from: Vec3, to: Vec3, length: number): Vec3 {
  const way: Vec3 = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const whole = Math.hypot(...way) || 1;
  return [(way[0] / whole) * length, (way[1] / whole) * length, (way[2] / whole) * length];
}
