/** The light of an instant: slow drift, rows of lamps that are switched, the sun on the floor. */

import { LEVELS } from '../level.ts';
import { between, chance } from '../random.ts';
import type { SceneSpec } from '../spec.ts';

export interface Light {
  /** Brightness of the whole picture; 1 is the usual. */
  readonly gain: number;
  /** Brightness at the left and the right side, at most 1. */
  readonly left: number;
  readonly right: number;
  /** How much the patch of sun brightens the floor, 0..1. */
  readonly sun: number;
  /** How far the patch has moved across the floor, m. */
  readonly sunShiftM: number;
}

const SALT = { drift: 61, lamp: 62, sun: 63 } as const;
const TURN = 2 * Math.PI;
const HOUR_MS = 3_600_000;

export function lightAt(spec: SceneSpec, tMs: number): Light {
  const level = LEVELS[spec.difficulty];
  const slow = Math.sin(TURN * (tMs / (0.61 * HOUR_MS) + chance(spec.seed, SALT.drift)));
  const slower = Math.sin(TURN * (tMs / (2.3 * HOUR_MS) + chance(spec.seed, SALT.drift, 1)));
  const cloud = 0.5 + 0.5 * Math.sin(TURN * (tMs / (0.19 * HOUR_MS) + chance(spec.seed, SALT.sun)));
  const day = (tMs / (24 * HOUR_MS) + chance(spec.seed, SALT.sun, 1)) % 1;
  return {
    gain: 1 + level.drift * (0.6 * slow + 0.4 * slower),
    left: 1 - level.switchDepth * dimmed(spec, tMs, 0),
    right: 1 - level.switchDepth * dimmed(spec, tMs, 1),
    sun: level.sun * cloud,
    sunShiftM: (day - 0.5) * 2.4,
  };
}

/** 1 while the row of lamps on this side is off, else 0; a lamp takes 0.4 s, as tubes do. */
function dimmed(spec: SceneSpec, tMs: number, side: number): number {
  const { switches } = LEVELS[spec.difficulty];
  if (switches === 0) return 0;
  const partMs = (spec.periodMin * 60_000) / switches;
  const part = Math.floor(tMs / partMs);
  const isOff = (at: number) => (chance(spec.seed, at, side, SALT.lamp) < 0.35 ? 1 : 0);
  const sinceMs = tMs - part * partMs - partMs * between(0.2, 0.6, spec.seed, part, SALT.lamp, 2);
  const ratio = Math.min(1, Math.max(0, sinceMs / 400));
  return isOff(part - 1) + (isOff(part) - isOff(part - 1)) * ratio;
}
