/** What someone in a class does at an instant: held for minutes, much of it together, some of it perfectly still. */

import { LEVELS } from '../level.ts';
import { between, chance, hash } from '../random.ts';
import type { SceneRoom, SceneSpec } from '../spec.ts';
import {
  folded,
  lying,
  onHands,
  type Pose,
  type Posture,
  riding,
  seated,
  upright,
} from './poses.ts';
import type { Stay } from './rhythm.ts';

export interface Activity {
  readonly posture: Posture;
  readonly pose: Pose;
}

const SALT = { hold: 31, alone: 32, what: 33, beat: 34, form: 35 } as const;
const TURN = 2 * Math.PI;

/** Share of the people who do something of their own. */
const ALONE_SHARE: Readonly<Record<SceneRoom, number>> = {
  studio: 0.15,
  spin: 0.1,
  weights: 1,
  yoga: 0.1,
};

/** What the person of `stay` does at `tMs`. */
export function activityAt(spec: SceneSpec, stay: Stay, tMs: number): Activity {
  const { klass, slot } = stay;
  const holdMs = 60_000 * between(2, 6, spec.seed, klass, SALT.hold);
  const isAlone = chance(spec.seed, klass, slot, SALT.alone) < ALONE_SHARE[spec.room];
  const shiftMs = isAlone ? holdMs * chance(spec.seed, klass, slot, SALT.hold) : slot * 700;
  const part = Math.floor((tMs - shiftMs) / holdMs);
  const kind = hash(spec.seed, klass, part, SALT.what, isAlone ? slot + 1 : 0);
  const wave = waveOf(spec, stay, tMs);
  if (spec.room === 'spin') {
    return { posture: 'riding', pose: riding(tMs / 110 + slot, 0.45 + 0.25 * (kind % 3)) };
  }
  // A yoga class ends lying still.
  if (spec.room === 'yoga' && stay.progress > 0.75 && !isAlone) return still(slot);
  const onFloor = spec.room === 'yoga' ? 0.7 : LEVELS[spec.difficulty].floorShare;
  const isOnFloor = (kind >>> 8) % 1000 < onFloor * 1000;
  return isOnFloor ? floorWork(spec.room, kind % 5, wave) : standingWork(kind % 6, wave);
}

/** 0..1, up and down in each person's own time. */
function waveOf(spec: SceneSpec, stay: Stay, tMs: number): number {
  const beatMs = between(2200, 4200, spec.seed, stay.klass, stay.slot, SALT.beat);
  return 0.5 - 0.5 * Math.cos((TURN * tMs) / beatMs);
}

function still(slot: number): Activity {
  return { posture: 'lying', pose: lying(0, chance(slot, SALT.form)) };
}

function floorWork(room: SceneRoom, form: number, wave: number): Activity {
  if (form === 0) return { posture: 'lying', pose: lying(0, 0.5) };
  if (form === 1) return { posture: 'lying', pose: lying(1, 0.2 + 0.1 * wave) };
  if (form === 2) return { posture: 'sitting', pose: seated(0.2 * wave) };
  if (form === 3) return { posture: 'exercising', pose: onHands(room === 'yoga' ? 1 : 0) };
  return { posture: 'sitting', pose: folded };
}

function standingWork(form: number, wave: number): Activity {
  if (form === 0) return { posture: 'standing', pose: upright({ arms: 0.08 + 0.03 * wave }) };
  if (form === 1) {
    return {
      posture: 'exercising',
      pose: upright({ sink: 0.42 * wave, lean: 0.6 * wave, arms: 1.4 * wave, stance: 0.2 }),
    };
  }
  if (form === 2) {
    return {
      posture: 'exercising',
      pose: upright({ arms: 0.2 + 2.6 * wave, isSideways: true, stance: 0.12 + 0.12 * wave }),
    };
  }
  if (form === 3) {
    return {
      posture: 'exercising',
      pose: upright({ sink: 0.16, stride: 0.36, arms: 1.5, isSideways: true }),
    };
  }
  if (form === 4) return { posture: 'exercising', pose: upright({ lean: 1.1 * wave, arms: 0.4 }) };
  return { posture: 'standing', pose: upright({ arms: 0.5 + 0.9 * wave, stance: 0.14 }) };
}
