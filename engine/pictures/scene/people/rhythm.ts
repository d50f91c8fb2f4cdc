/**
 * Who is in the room when: classes follow one another; people arrive within ten minutes, stay, and leave.
 *
 * With the default period of 60 min a class starts on each full hour (UTC), or an hour after the other from the scene's
 * epoch on, before which no one comes, and ends 50 min later. People come from 4 min before to 6 min after the start and go within 5 min of the end, so
 * that a class is running whatever the hour; the room is empty for some 40 s of it.
 */

import { LEVELS } from '../level.ts';
import { between, chance } from '../random.ts';
import type { SceneSpec } from '../spec.ts';

/** One stay of one person: from stepping through the door until leaving the place. */
export interface Stay {
  /** Number of the class since the epoch and of the person in it: together they name a person. */
  readonly klass: number;
  readonly slot: number;
  readonly fromMs: number;
  /** When the person starts to walk out. */
  readonly untilMs: number;
  /** How far the class has got at the asked time, 0..1 (outside while people come and go). */
  readonly progress: number;
}

const SALT = { size: 21, arrive: 22, leave: 23, pause: 24 } as const;
/** Walking out takes at most this long, ms: the longest way is 16 m at 1.3 m/s. */
const WALK_OUT_MS = 15_000;
/** Share of the period that a class takes. */
const CLASS_SHARE = 5 / 6;

/** Everybody who is in the room, or on the way in or out, at `tMs`. */
export function staysAt(spec: SceneSpec, tMs: number): Stay[] {
  const periodMs = spec.periodMin * 60_000;
  const sinceMs = tMs - spec.epochMs;
  const now = Math.floor(sinceMs / periodMs);
  const stays: Stay[] = [];
  for (let klass = now - 1; klass <= now + 1; klass += 1) {
    const progress = (sinceMs / periodMs - klass) / CLASS_SHARE;
    for (let slot = 0; slot < classSize(spec, klass); slot += 1) {
      for (const [fromMs, untilMs] of windows(spec, klass, slot)) {
        if (tMs < fromMs || tMs > untilMs + WALK_OUT_MS) continue;
        stays.push({ klass, slot, fromMs, untilMs, progress });
      }
    }
  }
  return stays;
}

/** How many people come to a class: 70..100 % of the most; no one before the first one, number 0. */
export function classSize(spec: SceneSpec, klass: number): number {
  if (klass < 0) return 0;
  return Math.round(spec.people * between(0.7, 1, spec.seed, klass, SALT.size));
}

/** The times between which a person is there: one, or two with a break between them. */
function windows(spec: SceneSpec, klass: number, slot: number): [number, number][] {
  const { seed } = spec;
  const periodMs = spec.periodMin * 60_000;
  const startMs = spec.epochMs + klass * periodMs;
  const arriveMs = startMs + periodMs * between(-4 / 60, 6 / 60, seed, klass, slot, SALT.arrive);
  const leaveShare = CLASS_SHARE + between(0, 5 / 60, seed, klass, slot, SALT.leave);
  const leaveMs = startMs + periodMs * leaveShare;
  if (chance(seed, klass, slot, SALT.pause) >= LEVELS[spec.difficulty].breakShare) {
    return [[arriveMs, leaveMs]];
  }
  const pauseMs = startMs + periodMs * between(0.25, 0.6, seed, klass, slot, SALT.pause, 1);
  return [
    [arriveMs, pauseMs],
    [pauseMs + periodMs / 20, leaveMs],
  ];
}
