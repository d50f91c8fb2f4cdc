/**
 * Bodies as joints: what a posture looks like for someone of 1.72 m at the origin.
 *
 * Own frame, metres: [right, forward, up]. Proportions follow the segment lengths of Drillis and Contini (1966) as
 * printed in Winter, Biomechanics and Motor Control of Human Movement, figure 4.1.
 */

import type { Vec3 } from '../drawing/lens.ts';

/** Two of each limb: left, right. */
type Pair = readonly [Vec3, Vec3];

export interface Pose {
  readonly head: Vec3;
  readonly neck: Vec3;
  readonly shoulders: Pair;
  readonly elbows: Pair;
  readonly hands: Pair;
  readonly hips: Pair;
  readonly knees: Pair;
  readonly ankles: Pair;
  readonly toes: Pair;
}

export type Posture = 'walking' | 'standing' | 'exercising' | 'sitting' | 'lying' | 'riding';

/** The height the joints are given for, m. */
export const POSE_HEIGHT_M = 1.72;

/** What an upright body is bent by. Angles in radians; lengths in metres. */
interface Bend {
  /** How far the hips have sunk and gone back. */
  readonly sink?: number;
  /** Upper body forward. */
  readonly lean?: number;
  /** Arms from hanging (0) to overhead (π): forwards or sideways. */
  readonly arms?: number;
  readonly isSideways?: boolean;
  /** Half the distance between the feet. */
  readonly stance?: number;
  /** One foot forward, the other back. */
  readonly stride?: number;
}

/** Standing, squatting, reaching, lunging and walking: one family of upright bodies. */
export function upright(bend: Bend): Pose {
  const { sink = 0, lean = 0, arms = 0.06, isSideways = false, stance = 0.11, stride = 0 } = bend;
  const hipUp = 0.92 - sink;
  const hipBack = -sink * 0.55;
  const chest = 0.5;
  const chestForward = hipBack + Math.sin(lean) * chest;
  const chestUp = hipUp + Math.cos(lean) * chest;
  const reach = (side: number, length: number): Vec3 => {
    const out = Math.sin(arms) * length;
    const right = side * (0.2 + (isSideways ? out : 0.03));
    return [right, chestForward + (isSideways ? 0.02 : out), chestUp - Math.cos(arms) * length];
  };
  const foot = (side: number): Vec3 => [side * stance, side * stride, 0.08];
  const knee = (side: number): Vec3 => [
    side * (stance + sink * 0.2),
    (hipBack + side * stride) / 2 + sink * 0.75 + 0.03,
    (hipUp + 0.08) / 2,
  ];
  return {
    head: [0, chestForward + 0.04 + Math.sin(lean) * 0.17, chestUp + Math.cos(lean) * 0.2],
    neck: [0, chestForward + 0.01, chestUp + 0.04],
    shoulders: [
      [-0.18, chestForward, chestUp],
      [0.18, chestForward, chestUp],
    ],
    elbows: [reach(-1, 0.29), reach(1, 0.29)],
    hands: [reach(-1, 0.55), reach(1, 0.55)],
    hips: [
      [-0.09, hipBack, hipUp],
      [0.09, hipBack, hipUp],
    ],
    knees: [knee(-1), knee(1)],
    ankles: [foot(-1), foot(1)],
    toes: [
      [-stance - 0.01, -stride + 0.17, 0.04],
      [stance + 0.01, stride + 0.17, 0.04],
    ],
  };
}

/** On the back, head away; `knees` 0 is stretched out, 1 is feet on the floor; `arms` 0 is next to the body. */
export function lying(knees: number, arms: number): Pose {
  const legUp = 0.1 + knees * 0.36;
  const footAt = 0.82 - knees * 0.42;
  const footUp = 0.08 - knees * 0.01;
  return {
    head: [0, -0.72, 0.13],
    neck: [0, -0.55, 0.12],
    shoulders: [
      [-0.18, -0.48, 0.12],
      [0.18, -0.48, 0.12],
    ],
    elbows: [
      [-0.2 - arms * 0.2, -0.24, 0.08],
      [0.2 + arms * 0.2, -0.24, 0.08],
    ],
    hands: [
      [-0.22 - arms * 0.36, 0, 0.07],
      [0.22 + arms * 0.36, 0, 0.07],
    ],
    hips: [
      [-0.09, 0.02, 0.12],
      [0.09, 0.02, 0.12],
    ],
    knees: [
      [-0.13, 0.42 - knees * 0.12, legUp],
      [0.13, 0.42 - knees * 0.12, legUp],
    ],
    ankles: [
      [-0.15, footAt, footUp],
      [0.15, footAt, footUp],
    ],
    toes: [
      [-0.17, footAt + 0.1, footUp + 0.12],
      [0.17, footAt + 0.1, footUp + 0.12],
    ],
  };
}

/** Cross-legged on the floor. */
export function seated(arms: number): Pose {
  const handForward = 0.3 - arms * 0.2;
  const handUp = 0.28 + arms * 0.75;
  return {
    head: [0, 0.02, 0.84],
    neck: [0, -0.02, 0.68],
    shoulders: [
      [-0.18, -0.02, 0.63],
      [0.18, -0.02, 0.63],
    ],
    elbows: [
      [-0.28, 0.06, 0.38 + arms * 0.4],
      [0.28, 0.06, 0.38 + arms * 0.4],
    ],
    hands: [
      [-0.3, handForward, handUp],
      [0.3, handForward, handUp],
    ],
    hips: [
      [-0.1, 0, 0.13],
      [0.1, 0, 0.13],
    ],
    knees: [
      [-0.38, 0.26, 0.14],
      [0.38, 0.26, 0.14],
    ],
    ankles: [
      [0.12, 0.34, 0.08],
      [-0.12, 0.3, 0.08],
    ],
    toes: [
      [0.24, 0.3, 0.06],
      [-0.24, 0.26, 0.06],
    ],
  };
}

/** On hands and feet: `up` 0 is a plank, 1 the downward dog. */
export function onHands(up: number): Pose {
  const hipUp = 0.42 + up * 0.45;
  const shoulderUp = 0.48 - up * 0.05;
  const shoulderAt = 0.5 - up * 0.2;
  return {
    head: [0, shoulderAt + 0.22 - up * 0.1, shoulderUp - up * 0.1 + 0.04],
    neck: [0, shoulderAt + 0.05, shoulderUp],
    shoulders: [
      [-0.18, shoulderAt, shoulderUp],
      [0.18, shoulderAt, shoulderUp],
    ],
    elbows: [
      [-0.2, 0.53, 0.26],
      [0.2, 0.53, 0.26],
    ],
    hands: [
      [-0.2, 0.58, 0.04],
      [0.2, 0.58, 0.04],
    ],
    hips: [
      [-0.09, 0, hipUp],
      [0.09, 0, hipUp],
    ],
    knees: [
      [-0.1, -0.4 + up * 0.16, 0.25 + up * 0.22],
      [0.1, -0.4 + up * 0.16, 0.25 + up * 0.22],
    ],
    ankles: [
      [-0.1, -0.82 + up * 0.35, 0.1],
      [0.1, -0.82 + up * 0.35, 0.1],
    ],
    toes: [
      [-0.1, -0.8 + up * 0.4, 0.03],
      [0.1, -0.8 + up * 0.4, 0.03],
    ],
  };
}

/** Kneeling folded forward, forehead on the floor. */
export const folded: Pose = {
  head: [0, 0.5, 0.13],
  neck: [0, 0.36, 0.19],
  shoulders: [
    [-0.17, 0.28, 0.2],
    [0.17, 0.28, 0.2],
  ],
  elbows: [
    [-0.23, 0.5, 0.09],
    [0.23, 0.5, 0.09],
  ],
  hands: [
    [-0.2, 0.74, 0.04],
    [0.2, 0.74, 0.04],
  ],
  hips: [
    [-0.1, -0.22, 0.27],
    [0.1, -0.22, 0.27],
  ],
  knees: [
    [-0.16, 0.16, 0.09],
    [0.16, 0.16, 0.09],
  ],
  ankles: [
    [-0.11, -0.3, 0.07],
    [0.11, -0.3, 0.07],
  ],
  toes: [
    [-0.1, -0.46, 0.04],
    [0.1, -0.46, 0.04],
  ],
};

/** On a bike of the spin room; `turn` is where the pedals are, radians. */
export function riding(turn: number, lean: number): Pose {
  const forward = -0.2 + Math.sin(lean) * 0.5;
  const up = 1 + Math.cos(lean) * 0.5;
  const pedal = (side: number): Vec3 => [
    side * 0.1,
    0.1 + Math.cos(turn) * side * 0.16,
    0.4 + Math.sin(turn) * side * 0.16,
  ];
  const foot = [pedal(-1), pedal(1)] as const;
  const knee = (pedalAt: Vec3): Vec3 => [pedalAt[0] * 1.2, 0.2, 0.7 + (pedalAt[2] - 0.4) * 0.6];
  const toe = (pedalAt: Vec3): Vec3 => [pedalAt[0], pedalAt[1] + 0.15, pedalAt[2] - 0.02];
  return {
    head: [0, forward + 0.16, up + 0.17],
    neck: [0, forward + 0.05, up + 0.05],
    shoulders: [
      [-0.18, forward, up],
      [0.18, forward, up],
    ],
    elbows: [
      [-0.23, forward + 0.2, up - 0.18],
      [0.23, forward + 0.2, up - 0.18],
    ],
    hands: [
      [-0.16, 0.42, 1.12],
      [0.16, 0.42, 1.12],
    ],
    hips: [
      [-0.09, -0.2, 1],
      [0.09, -0.2, 1],
    ],
    knees: [knee(foot[0]), knee(foot[1])],
    ankles: foot,
    toes: [toe(foot[0]), toe(foot[1])],
  };
}
